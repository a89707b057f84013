//! Numbers, texts and lists as bytes, little-endian. Texts and lists start with their length.

use bytemuck::{Pod, allocation::pod_collect_to_vec, cast_slice, cast_slice_mut};
use glam::DVec3;

/// Bytes that grow.
pub struct Writer(pub Vec<u8>);

impl Writer {
    pub fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub fn count(&mut self, value: usize) {
        self.u32(u32::try_from(value).expect("counts are below 2³²"));
    }

    pub fn numbers(&mut self, values: &[f64]) {
        let from = self.0.len();
        self.0.extend_from_slice(cast_slice(values));
        little_endian(&mut self.0[from..]);
    }

    pub fn tagged(&mut self, tag: u32, value: f64) {
        self.u32(tag);
        self.numbers(&[value]);
    }

    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }

    pub fn list(&mut self, values: &[f64]) {
        self.count(values.len());
        self.numbers(values);
    }

    pub fn vectors(&mut self, values: &[DVec3]) {
        self.list(cast_slice(values));
    }

    pub fn indices(&mut self, indices: &[u32]) {
        self.count(indices.len());
        for &index in indices {
            self.u32(index);
        }
    }

    pub fn pairs(&mut self, pairs: &[[u32; 2]]) {
        self.count(pairs.len());
        for &index in pairs.as_flattened() {
            self.u32(index);
        }
    }
}

/// Reader of the remaining bytes. After a missing or invalid value `sound` is false, and all
/// further values are 0 or empty.
pub struct Reader<'a> {
    /// Bytes left to read.
    rest: &'a [u8],
    /// False after an invalid value.
    sound: bool,
}

impl<'a> Reader<'a> {
    pub fn of(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, sound: true }
    }

    /// True if all bytes were read, and all values were valid.
    pub fn is_done(&self) -> bool {
        self.sound && self.rest.is_empty()
    }

    /// The bytes left to read; `None` after an invalid value.
    pub fn rest(&self) -> Option<&'a [u8]> {
        self.sound.then_some(self.rest)
    }

    pub fn check(&mut self, sound: bool) {
        if !sound {
            (self.rest, self.sound) = (&[], false);
        }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        if let Some((bytes, rest)) = self.rest.split_first_chunk() {
            self.rest = rest;
            return *bytes;
        }
        self.check(false);
        [0; N]
    }

    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    pub fn number(&mut self) -> f64 {
        f64::from_le_bytes(self.bytes())
    }

    pub fn numbers<const N: usize>(&mut self) -> [f64; N] {
        [(); N].map(|()| self.number())
    }

    /// Number of following entries of at least `size` bytes. A damaged length must not allocate
    /// gigabytes.
    pub fn count(&mut self, size: usize) -> usize {
        let count = self.u32() as usize;
        self.check(count <= self.rest.len() / size);
        if self.sound { count } else { 0 }
    }

    pub fn text(&mut self) -> String {
        let count = self.count(1);
        let (text, rest) = self.rest.split_at(count);
        self.rest = rest;
        let text = str::from_utf8(text);
        self.check(text.is_ok());
        text.unwrap_or_default().to_string()
    }

    /// The bytes of a list of 64-bit numbers.
    pub fn numbers_of(&mut self) -> &'a [u8] {
        let count = self.count(8);
        let (list, rest) = self.rest.split_at(8 * count);
        self.rest = rest;
        list
    }

    /// A list of numbers, or of vectors of numbers.
    pub fn list<T: Pod>(&mut self) -> Vec<T> {
        let list = self.numbers_of();
        self.check(list.len().is_multiple_of(size_of::<T>()));
        let mut list = pod_collect_to_vec(list);
        little_endian(cast_slice_mut(&mut list));
        list
    }

    pub fn indices(&mut self) -> Vec<u32> {
        (0..self.count(4)).map(|_| self.u32()).collect()
    }

    pub fn pairs(&mut self) -> Vec<[u32; 2]> {
        (0..self.count(8)).map(|_| [self.u32(), self.u32()]).collect()
    }
}

/// Overwrites a list with little-endian numbers of the same total length.
pub fn fill<T: Pod>(list: &mut [T], numbers: &[u8]) {
    let list = cast_slice_mut(list);
    list.copy_from_slice(numbers);
    little_endian(list);
}

/// FNV-1a hash of 64 bits over 64-bit words, then over the remaining bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, number: u64| (hash ^ number).wrapping_mul(0x0100_0000_01b3);
    let (numbers, rest) = bytes.as_chunks();
    let sum = numbers.iter().fold(0xcbf2_9ce4_8422_2325, |hash, number| mix(hash, u64::from_le_bytes(*number)));
    rest.iter().fold(sum, |hash, byte| mix(hash, u64::from(*byte)))
}

/// Converts 64-bit numbers to or from little-endian, on big-endian machines.
fn little_endian(numbers: &mut [u8]) {
    if cfg!(target_endian = "big") {
        numbers.chunks_exact_mut(8).for_each(<[u8]>::reverse);
    }
}
