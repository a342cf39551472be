import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, storable, unpack, wellFormed } from '@/db/sqlite/payload';

/** Any UTF-16 units, lone surrogates included; long and repetitive ones too. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 })
  .map((codes) => String.fromCharCode(...codes));
const texts = fc.oneof(
  units,
  fc.string(),
  fc.tuple(units, fc.integer({ min: 0, max: 300 })).map(([t, n]) => t.repeat(n)),
);

test('a payload comes back exactly', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { codec, bytes } = pack(text);
      expect(unpack(codec, bytes) === text).toBe(true);
    }),
  );
});

test('repetition is compressed', () => {
  expect(pack('{"id":1,"status":"open"},'.repeat(500)).bytes.length).toBeLessThan(500);
});

test('an unknown codec is an error that names it', () => {
  expect(() => unpack('brotli', Buffer.from('x'))).toThrow('"brotli"');
});

test('storable text survives UTF-8 and is unchanged when it could anyway', () => {
  fc.assert(
    fc.property(units, (text) => {
      const stored = storable(text);
      expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored);
      expect(stored === text).toBe(wellFormed(text));
    }),
  );
});
