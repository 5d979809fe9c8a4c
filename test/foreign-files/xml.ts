import { type Attack, attack, type Bait, harmless } from './attack.ts'

/** The places for an attack. */
export type Inserted = { prolog?: string; attributes?: string; text?: string; elements?: string }

/** An XML document that is fine as it is. */
export type Document = (inserted: Inserted) => string

const LAUGHS = Array.from(
  { length: 12 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
).join('')
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'

/** Entities, references to elsewhere, and forms that cost a parser more than they should. */
export function xmlAttacks(document: Document, { file, url }: Bait): Attack[] {
  const withEntity = (entity: string, text = '&x;') =>
    document({ prolog: `<!DOCTYPE r [${entity}]>`, text })
  return [
    attack('an entity of a file', withEntity(`<!ENTITY x SYSTEM "file://${file}">`)),
    attack('an entity of an address', withEntity(`<!ENTITY x SYSTEM "${url}">`)),
    attack(
      'an entity of a parameter',
      withEntity(`<!ENTITY % p SYSTEM "${url}"> %p; <!ENTITY x "%p;">`),
    ),
    attack('a document type elsewhere', document({ prolog: `<!DOCTYPE r SYSTEM "${url}">` })),
    attack('a billion laughs', withEntity(`<!ENTITY l0 "lol">${LAUGHS}`, '&l12;')),
    attack(
      'quadratic growth',
      withEntity(`<!ENTITY x "${'a'.repeat(50_000)}">`, '&x;'.repeat(20_000)),
    ),
    attack(
      'a document type in UTF-16',
      Buffer.from(`\ufeff${withEntity(`<!ENTITY x SYSTEM "file://${file}">`)}`, 'utf16le'),
    ),
    attack('elements without an end', document({ elements: '<a>'.repeat(100_000) })),
    attack('a comment without an end', document({ elements: `<!--${'-'.repeat(1_000_000)}` })),
    attack('a section without an end', document({ elements: '<![CDATA['.repeat(100_000) })),
    harmless(
      'an inclusion',
      document({
        elements: `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${file}" parse="text"/>`,
      }),
    ),
    harmless(
      'a schema elsewhere',
      document({
        attributes: ` xmlns:xsi="${INSTANCE}" xsi:schemaLocation="urn:x ${url}" xsi:noNamespaceSchemaLocation="${url}"`,
      }),
    ),
    harmless(
      'a style sheet elsewhere',
      document({ prolog: `<?xml-stylesheet type="text/xsl" href="${url}"?>` }),
    ),
    harmless(
      'elements inside each other',
      document({ elements: `${'<x:a xmlns:x="urn:x">'.repeat(5000)}${'</x:a>'.repeat(5000)}` }),
    ),
    harmless(
      'many attributes',
      document({
        elements: `<x:a xmlns:x="urn:x" ${Array.from({ length: 50_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      }),
    ),
    harmless('a long text', document({ text: 'a '.repeat(500_000) })),
  ]
}
