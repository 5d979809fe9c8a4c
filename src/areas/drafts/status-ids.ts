import { isUtf8 } from 'node:buffer'
import { identify } from '../../definitions/identify.ts'
import { editYaml } from '../../definitions/yaml/edit.ts'
import { readValue } from '../../definitions/yaml/tree.ts'
import { isValues } from '../../definitions/yaml/values.ts'
import type { Files } from './files.ts'

/**
 * Two drafts may give new statuses the same numbers. Those of a draft are unused before it is published, so they
 * are renumbered.
 */
export function withOwnStatusIds(files: Files, published: Files): Files {
  const result = new Map(files)
  for (const [path, content] of files) {
    const theirs = published.get(path)
    if (identify(path)?.kind !== 'app' || !theirs || theirs.equals(content)) continue
    result.set(path, renumbered(content, theirs))
  }
  return result
}

type Status = { at: (string | number)[]; id: number; code: unknown }

function renumbered(content: Buffer, theirs: Buffer): Buffer {
  const [mine, known] = [statusesIn(content), statusesIn(theirs)]
  let next = Math.max(0, ...[...mine, ...known].map(({ id }) => id))
  const isTaken = (status: Status) =>
    known.some(({ id, code }) => id === status.id && code !== status.code) &&
    mine.some((other) => other !== status && other.id === status.id) &&
    !known.some(({ code }) => code === status.code)
  const edits = mine
    .filter(isTaken)
    .map(({ at }) => ({ op: 'set' as const, at: [...at, 'id'], value: ++next }))
  return edits.length === 0 ? content : Buffer.from(editYaml(content.toString('utf8'), edits))
}

function statusesIn(content: Buffer): Status[] {
  const value = isUtf8(content) ? readValue(content.toString('utf8'))?.value : undefined
  return listIn(value, 'statuses').flatMap((group, at) =>
    listIn(group, 'statuses').flatMap((status, index) => {
      const { id, code } = isValues(status) ? status : {}
      return typeof id === 'number' ? [{ at: ['statuses', at, 'statuses', index], id, code }] : []
    }),
  )
}

function listIn(value: unknown, key: string): unknown[] {
  const list = isValues(value) ? value[key] : undefined
  return Array.isArray(list) ? list : []
}
