import { expect, test } from 'vitest'
import { exampleName, unknownIn } from './example-name.ts'

const fields = {
  who: { name: 'Who', type: 'SYS_USER' },
  kind: { name: 'Kind', type: 'CATEGORY', options: { paid: 'Paid leave' } },
  note: { name: 'Note', type: 'STRING' },
}
const samples = { __index: '12', SYS_USER: 'Anna Berg' }

test('a name is made of samples, options and the names of fields', () => {
  expect(exampleName('{$__index}: {$kind} of {$who}, {$note} {$lost}', fields, samples)).toBe(
    '12: Paid leave of Anna Berg, Note {$lost}',
  )
  expect(unknownIn('{$who.lastname} {$lost} {$__index}', fields, samples)).toEqual(['lost'])
})
