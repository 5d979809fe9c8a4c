import fc from 'fast-check'

/** What PostgreSQL refuses, alone and in the middle of something. */
const UNSTORABLE = ['\u0000', '\ud800', '\udfff', '\udc00\ud83d']

const HARMLESS = ['', 'a', '\\u0000', '\\', '"', '😀', '\u202e', '\ufffd', '\u0001', 'ж', '\r\n']

/** Text of which no two characters need to go together. */
export const hostileText = fc
  .array(fc.constantFrom(...UNSTORABLE, ...HARMLESS), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''))

/** Text that cannot be stored as it is. */
export const unstorableText = fc
  .tuple(hostileText, fc.constantFrom(...UNSTORABLE), hostileText)
  // Two halves may have become a whole.
  .map((parts) => parts.join('|'))

/** Lists and objects with such text at any place, also as names. */
export const hostileJson = fc.jsonValue({ maxDepth: 4 }).chain((value) =>
  fc.oneof(
    fc.constant(value),
    hostileText,
    hostileText.map((text) => ({ [text]: [value, text] })),
  ),
)
