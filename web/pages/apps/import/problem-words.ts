import type { Texts } from '../../../texts/index.ts'

type Words = Texts['problems']
type Say = (...parts: string[]) => string

/** The messages of the server; what stands in brackets is told as well. The first that fits counts. */
const KINDS: [RegExp, keyof Words][] = [
  [/^expected true, false, yes, no, 1 or 0, received "(.*)"$/s, 'yesNo'],
  [/^expected an integer between -9007\d+ and 9007\d+$/, 'integer'],
  [/^expected \D+ between -(?:1\.79\S+|9007\d+) and (-?[\d.]+)$/, 'most'],
  [/^expected \D+ between (-?[\d.]+) and (?:1\.79\S+|9007\d+)$/, 'least'],
  [/^expected \D+ between (\S+) and (\S+)$/, 'between'],
  [/^expected (?:a )?number, received "?(.*?)"?$/s, 'number'],
  [/^expected an integer, received /, 'integer'],
  [/^expected at least (\S+), received /, 'least'],
  [/^expected at most (\S+), received /, 'most'],
  [/^expected a time such as .*, received "(.*)"$/s, 'moment'],
  [/^expected a date such as .*, received "(.*)"$/s, 'date'],
  [/^expected a time of day such as .*, received "(.*)"$/s, 'time'],
  [/^expected whole seconds .*, received "(.*)"$/s, 'duration'],
  [/^expected an amount, received "(.*)"$/s, 'amount'],
  [/^expected ids of files, received "(.*)"$/s, 'files'],
  [/^expected JSON[^:]*: (.*)$/s, 'json'],
  [/^expected workspace\/app\/id, received "(.*)"$/s, 'reference'],
  [/^expected user:id, group:id or osnode:id, received "(.*)"$/s, 'role'],
  [/^expected a UUID, received "(.*)"$/s, 'id'],
  [/^expected one of (.*), received "(.*)"$/s, 'option'],
  [/^unknown status "(.*)", expected one of (.*)$/s, 'status'],
  [/^longer than (\d+) characters$/, 'long'],
  [/^there is no (.*) with id (.*)$/s, 'missingId'],
  [/^there is no (.*?) "(.*)"$/s, 'missing'],
  [/^"(.*)" is the name of more than one (.*): give the id$/s, 'ambiguous'],
  [/^cell (\d+) has a value, but its column has no title$/, 'untitled'],
  [/^cannot be stored: (.*)$/s, 'unstorable'],
  [/^a value is required$/, 'required'],
  [/^another item has this value$|^this value is taken/, 'taken'],
  [/read-only|may not change/, 'readOnly'],
  [/^the item is deleted$/, 'deleted'],
]

/** Without the field, whose name stands beside it. */
const withoutField = (message: string) => message.replace(/^field "[^"]*": /, '')

/** What is wrong with a cell, in the words of whoever imports; what is not known is told as it is. */
export function problemWords(words: Words, message: string): string {
  const text = withoutField(message)
  for (const [pattern, kind] of KINDS) {
    const found = pattern.exec(text)
    if (found) return (words[kind] as Say)(...found.slice(1))
  }
  return text
}
