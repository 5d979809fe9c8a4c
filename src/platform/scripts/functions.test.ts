import { afterAll, expect, test } from 'vitest'
import { Scripts } from './scripts.ts'

const scripts = new Scripts({ workers: 1 })
afterAll(() => scripts.close())

const PROGRAM = `
/** function described() is only told of. */
const text = 'function quoted() {}'
async function first(): Promise<void> { function inner() {} }
function* second() {}
const third = async (a: number) => a
var fourth = function () {}
let fifth
class Sixth {}
`

test.each(['first', 'second', 'third', 'fourth', 'fifth', 'Sixth'])(
  'a program declares %s',
  async (name) => {
    expect(await scripts.findOthers(PROGRAM, name)).toBeUndefined()
  },
)

test.each(['inner', 'quoted', 'described', 'frist', 'fetch', 'class', 'await', 'arguments'])(
  'a program does not declare %s, but others',
  async (name) => {
    const others = ['first', 'second', 'third', 'fourth']
    expect(await scripts.findOthers(PROGRAM, name)).toEqual(others)
  },
)
