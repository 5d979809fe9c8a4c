import { caseOf } from '../coverage.ts'
import { readList } from '../schemas.ts'
import { fieldCode, hasSecret, isSecret, toPath } from '../text.ts'
import type { Mapping } from './diagram.ts'
import { Binding } from './schemas.ts'
import { isVariable, type Work } from './work.ts'

/**
 * Values that go into a step, or come out of it. `source` is always on the side of the process, `target` on
 * the other one.
 */
export function toMappings(
  work: Work,
  given: unknown,
  { direction, what }: { direction: 'in' | 'out'; what: string },
): Mapping[] {
  const { known, odd } = readList(Binding, Array.isArray(given) ? given : [])
  if (odd > 0) work.say('not understood', what, `${odd} bindings have an unknown form`)
  return known.flatMap(({ source, target, convert }) => {
    const other = String(target.value ?? '')
    // Without a source it was left unbound.
    if (!source || source.kind === '' || other === '') return []
    const wrong = [
      caseOf('binding', source.kind),
      caseOf('binding', target.kind),
      ...(convert === '' ? [] : [caseOf('conversion', convert)]),
    ].find(({ outcome }) => outcome !== 'taken')
    const read = wrong ?? readSource(work, source, direction)
    if ('why' in read) {
      work.say('not understood', `${what}: ${other}`, read.why)
      return []
    }
    if (source.kind === 'manual' && (isSecret(other) || hasSecret(source.value))) {
      work.say('by hand', `${what}: ${other}`, 'its value looks like a secret, and is left out')
      return []
    }
    if (other.includes('.')) {
      work.say(
        'not understood',
        `${what}: ${other}`,
        'it is a field of another item: use app_update',
      )
      return []
    }
    const theirs = fieldCode(other)
    return [
      direction === 'in'
        ? { direction, source: read.text, target: theirs }
        : { direction, source: theirs, target: read.text },
    ]
  })
}

type Source = { kind: string; value?: unknown }

function readSource(
  work: Work,
  { kind, value }: Source,
  direction: 'in' | 'out',
): { text: string } | { why: string } {
  if (kind === 'manual') {
    if (direction === 'out') return { why: 'a fixed value cannot take anything' }
    return value === undefined ? { why: 'it has no value' } : { text: JSON.stringify(value) }
  }
  const path = toPath(String(value))
  const [first = '', ...rest] = path.split('.')
  if (first.startsWith('__')) return { why: `"${first}" is not known inside of a process` }
  if (!isVariable(work, first)) return { why: `there is no variable "${first}"` }
  if (direction === 'out' && rest.length > 0) return { why: 'it would be stored in another item' }
  return { text: path }
}
