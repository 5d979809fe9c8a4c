import { expect, test } from 'vitest'
import { functionsIn } from './functions.ts'

test.each([
  ['none', 'const limit = 5\nconst most = (limit + 1) * 2\nreturn limit\n', []],
  [
    'every way to write one',
    'function a() {}\nasync function b(request: HttpRequest): Promise<void> {}\nfunction *c() {}\n' +
      'const d = async () => 1\nlet e = (x) => x\nvar f = function () {}\nconst g: Handler = x => x\n',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  ],
  [
    'not those inside of others',
    'async function a() {\n  function inner() {}\n  const other = () => 1\n}\nfunction b() {}\n',
    ['a', 'b'],
  ],
  ['of a program that is indented', '  function a() {\n    function b() {}\n  }\n', ['a']],
])('functions of a program: %s', (_, program, names) => {
  expect(functionsIn(program)).toEqual(names)
})
