/** The driver's own conversion of values to the text of the protocol; it comes without types. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
