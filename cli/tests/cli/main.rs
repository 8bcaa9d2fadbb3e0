//! Drives the program from outside: arguments and files in, streams and exit status out.

mod bowtie;
mod corpus;
mod formats;
mod golden;
mod inspect;
mod instances;
mod limits;
mod program;
mod properties;
mod schemas;
mod usage;
