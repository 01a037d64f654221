pub use std::collections::BTreeMap;

/// Any JSON value: what the document does not describe.
#[derive(Clone, Debug)]
pub enum Json {
    Null,
    Bool(bool),
    Number(Digits),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// A value that may be absent, or null.
#[derive(Clone, Debug)]
pub enum Opt<T> {
    Absent,
    Null,
    Value(T),
}

/// A number by its digits: an integer of 64 bits, or one with a fraction.
#[derive(Clone, Debug)]
pub struct Digits(pub String);

#[derive(Clone, Debug)]
pub struct Decimal(pub String);

#[derive(Clone, Debug)]
pub struct Date(pub String);

#[derive(Clone, Debug)]
pub struct DateTime(pub String);

/// The content of a file, with the name and the media type that are sent with it.
#[derive(Clone, Debug)]
pub struct File {
    pub name: Option<String>,
    pub media_type: Option<String>,
    pub content: Vec<u8>,
}

/// What a call that fails returns.
#[derive(Debug)]
pub struct ApiError {
    pub status: Option<u16>,
    pub message: String,
    pub body: Option<Json>,
}

/// A body of bytes, which is read as it comes.
pub type Download = Box<dyn std::io::Read>;

/// The values of a stream, as they come.
pub type Stream<T> = Box<dyn Iterator<Item = Result<T, ApiError>>>;

/// A page, which leads to the next one.
pub struct Page<T, I> {
    pub result: T,
    pub items: Vec<I>,
    pub next: Option<Box<dyn Fn() -> Result<Page<T, I>, ApiError>>>,
}

/// A page whose items the document does not tell.
pub struct PlainPage<T> {
    pub result: T,
    pub next: Option<Box<dyn Fn() -> Result<PlainPage<T>, ApiError>>>,
}
