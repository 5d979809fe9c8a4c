/** What only the pages of records say; it is loaded with them. */
export const records = {
  empty: 'Nothing is filled in yet.',
  related: {
    title: 'Related',
    add: (element: string) => `Add: ${element}`,
    added: (element: string) => `Added: ${element}`,
  },
  inline: {
    edit: (name: string) => `Change ${name}`,
    readOnly: 'This cannot be changed.',
    again: 'Somebody changed this item meanwhile. Save once more.',
  },
  documents: {
    make: 'Make a document',
    template: 'Template',
    keep: 'Keep it in',
    inFeed: 'A message in the feed',
    made: (name: string) => `Document made: ${name}`,
    print: 'Print',
  },
  asks: {
    approval: (names: string) => `asks for approval: ${names}`,
    inform: (names: string) => `asks to read this: ${names}`,
  },
}
