import { plural } from '../plural.ts'

export const telephony = {
  none: 'No telephony module is switched on.',
  noneHint: 'A module of a solution brings telephony; here its numbers are given to people.',
  module: 'Module',
  count: (n: number) => plural('en', n, { one: '# number', other: '# numbers' }),
  extension: 'Internal number',
  person: 'Person',
  extensionOf: (row: number) => `Internal number, row ${row}`,
  personOf: (row: number) => `Person, row ${row}`,
  add: 'Add a number',
  remove: (number: string) => `Remove ${number}`,
  discard: 'Discard changes',
  saved: 'The numbers were saved.',
  conflicts: 'Nothing was saved: look at the marked rows.',
  missingNumber: 'A number is needed.',
  missingPerson: 'Choose a person.',
  unknownPerson: 'This person is not there any more.',
  twice: (row: number) => `The same number as in row ${row}.`,
}
