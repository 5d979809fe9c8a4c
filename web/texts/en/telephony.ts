import { plural } from '../plural.ts'

export const telephony = {
  makesNoCalls:
    'Kontor makes and records no calls. It keeps which extension belongs to whom, for the phone system of a module.',
  none: 'No telephony module is enabled.',
  noneHint:
    'Telephony is provided by a module of a solution; here you assign its numbers to people.',
  module: 'Module',
  count: (n: number) => plural('en', n, { one: '# number', other: '# numbers' }),
  extension: 'Extension',
  person: 'Person',
  extensionOf: (row: number) => `Extension, row ${row}`,
  personOf: (row: number) => `Person, row ${row}`,
  add: 'Add a number',
  remove: (number: string) => `Remove ${number}`,
  discard: 'Discard changes',
  saved: 'The numbers were saved.',
  conflicts: 'Nothing was saved: check the highlighted rows.',
  missingNumber: 'Enter a number.',
  missingPerson: 'Choose a person.',
  unknownPerson: 'This person no longer exists.',
  twice: (row: number) => `The same number as in row ${row}.`,
}
