import { isUtf8 } from 'node:buffer'
import { type CalledParts, calledIn, spokenOf } from '../../definitions/called.ts'
import { type Choose, mergeWhole, mergeYaml, type Sides } from '../../definitions/yaml/merge.ts'
import { readValue } from '../../definitions/yaml/tree.ts'
import { isSame } from '../../definitions/yaml/values.ts'
import type { Files } from './files.ts'
import type { Choice, DraftConflict } from './operations.ts'

/** Merges two sets of files that come from the same base; YAML key by key. */
export function mergeFiles(
  { base, mine, theirs }: Sides<Files>,
  choices: readonly Choice[],
): { files: Files; conflicts: DraftConflict[] } {
  const files = new Map<string, Buffer>()
  const conflicts: DraftConflict[] = []
  for (const file of new Set([...mine.keys(), ...theirs.keys()])) {
    const sides = { base: base.get(file), mine: mine.get(file), theirs: theirs.get(file) }
    const choose: Choose = (at) =>
      choices.find((choice) => choice.file === file && isSame(choice.at, at))?.take
    const merged = mergeFile(file, sides, choose)
    if (merged.content) files.set(file, merged.content)
    conflicts.push(...merged.conflicts)
  }
  return { files, conflicts }
}

function mergeFile(file: string, sides: Sides<Buffer | undefined>, choose: Choose) {
  const { base, mine, theirs } = sides
  const isText = [base, mine, theirs].every((each) => each === undefined || isUtf8(each))
  const encoding = isText ? 'utf8' : 'base64'
  const texts = {
    base: base?.toString(encoding),
    mine: mine?.toString(encoding),
    theirs: theirs?.toString(encoding),
  }
  const isYaml = isText && file.endsWith('.yaml') && base && mine && theirs
  const { result, conflicts } = isYaml
    ? mergeYaml(texts as Sides<string>, choose)
    : mergeWhole(texts, choose)
  const names = isYaml && conflicts.length > 0 ? namesIn(texts as Sides<string>) : {}
  return {
    content: result === undefined ? undefined : Buffer.from(result, encoding),
    conflicts: conflicts.map((each) => ({
      ...{ file, at: [...each.at], base: each.base ?? null },
      ...{ mine: each.mine ?? null, theirs: each.theirs ?? null },
      names: spokenOf(names, each),
      ...(each.isOrder && { isOrder: true }),
    })),
  }
}

/** Names of the file's parts on both sides; the newest version wins. */
const namesIn = ({ mine, theirs }: Sides<string>): CalledParts => ({
  ...calledIn(readValue(mine)?.value),
  ...calledIn(readValue(theirs)?.value),
})
