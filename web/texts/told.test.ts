import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRussian } from './ru/say-told.ts'
import { readWorkingTime, sayWorkingTime } from './working-time.ts'

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))

const SOLUTIONS = ['prepare', 'convert', 'prepared', 'plan', 'words', 'publish', 'rights']
/** Where the lines of plans and the messages of checks are written. */
const PLANS = [
  ...SOLUTIONS.map((name) => `src/areas/solutions/${name}.ts`),
  ...['users', 'groups', 'org-chart'].map((area) => `src/areas/people/${area}/definitions.ts`),
  'src/areas/registration/nomenclature/applier.ts',
]
const ENGINE = ['compile', 'foreign', 'pools', 'read', 'refuse', 'retry']
const CHECKS = [
  ...filesIn('src/engine/checks'),
  ...ENGINE.map((name) => `src/engine/${name}.ts`),
  'src/engine/time/impossible.ts',
  ...filesIn('src/definitions/kinds'),
  ...filesIn('src/definitions').filter((file) => !/(folder|system-fields)\.ts$/.test(file)),
]

const DRAFTS = ['edits', 'hidden-fields', 'policy', 'publish', 'reach', 'rebase', 'service']
/** Where edits and publications are refused. */
const REFUSALS = [
  ...DRAFTS.map((name) => `src/areas/drafts/${name}.ts`),
  ...['values', 'tree', 'edit'].map((name) => `src/definitions/yaml/${name}.ts`),
]

/** Where steps of processes stop and webhooks fail. */
const INCIDENTS = [
  ...['joins', 'leave', 'mapping', 'loop'].map((name) => `src/engine/${name}.ts`),
  ...['timer', 'due'].map((name) => `src/engine/time/${name}.ts`),
  ...['sheet', 'end', 'exclusive-gateway'].map((name) => `src/engine/elements/${name}.ts`),
  'src/platform/scripts/problem.ts',
  'src/areas/processes/jobs/mail.ts',
  'src/areas/webhooks/post.ts',
]

/** Texts that are only a part of a message, and such a message. */
const PARTS: Record<string, string> = {
  'unique index': 'unique index on "x" built',
  '7 on "7"': 'index on "x" built afterwards, beside running writes',
  '7 built afterwards, beside running writes':
    'unique index on "x" built afterwards, beside running writes',
  'its new settings do': '"x": its new settings do not fit 1 value',
  '"7": 7 not fit 3 values': '"x": INTEGER does not fit 3 values',
  'no values': 'column of "x" comes back with no values',
  '7 refers to it': 'app crm/deals of the solution "crm" refers to it',
  '7 uses the field "7"': 'contract crm/levels of the solution "crm" uses the field "tier"',
  'group 7/7 of the solution "7"': 'group crm/sales of the solution "crm" refers to it',
  'order of 7': 'order of fields changed',
  'user 7': 'change user anna: email, last name',
  'group 7': 'bring back group crm/sales: name',
  'folder 7': 'change folder office/incoming/letters: template',
  'bring back': 'bring back position head',
  'was made by hand': 'the group "crm/sales" was made by hand',
  'belongs to the solution "7"': 'the group "crm/sales" belongs to the solution "crm"',
  'the group "7" 7': 'the group "crm/sales" belongs to the solution "crm"',
  'delete 7 7': 'delete office office',
  ', expected one of 7': 'unknown setting "x", expected one of target, status',
  'unknown setting "7"7': 'unknown setting "x"',
  'the gateway': 'the gateway has no default flow: no way out when no condition holds',
  '7 has no default flow: no way out when no condition holds':
    'it has no default flow: no way out when no condition holds',
  'a start event': 'a start event does not support error triggers',
  'the start of an event sub-process':
    'the start of an event sub-process does not support link triggers',
  'the start of a sub-process': 'the start of a sub-process does not support link triggers',
  'a boundary event': 'a boundary event does not support link triggers',
  'a catching event': 'a catching event does not support error triggers',
  'a throwing event': 'a throwing event does not support timer triggers',
  'an end event': 'an end event does not support timer triggers',
  '"7" is no 7': '"x" is no date',
  'duration like P2D or PT4H': '"x" is no duration like P2D or PT4H',
  'cycle like R3/PT1H or 0 9 * * 1-5': '"x" is no cycle like R3/PT1H or 0 9 * * 1-5',
  'yes or no': '"x" is STRING and cannot be compared with a yes or no',
  'has no colours': '"x" has no colours',
  'does not put rows together': '"x" does not put rows together',
  'makes no rows of a board': '"x" makes no rows of a board',
  'is no picture': '"x" is no picture',
  'makes no columns of a board': '"x" makes no columns of a board',
  'the files of "7" are open to whoever reads the item, so 7':
    'the files of "x" are open to whoever reads the item, so give "read" on it to group:all_users',
  'give "read" on it to group:all_users':
    '"x" is hidden from some, who would hear of it here: give "read" on it to group:all_users',
  '"7" is hidden from some, who would hear of it here: 7':
    '"x" is hidden from some, who would hear of it here: give "read" on it to group:all_users',
  'a list of 7': 'a loop runs over a list or a number up to 100, not a list of 200',
  'nobody is there to approve: 7 7 to no user who can sign in':
    'nobody is there to approve: "x" leads to no user who can sign in',
  '"7" is no exit of the task, expected one of 7':
    '"x" is no exit of the task, expected one of "yes", "no"',
  ', column 7': 'the script failed at line 1, column 2: x',
  ' at line 77': 'the script failed at line 1: x',
  'the script failed7: 7': 'the script failed: x',
  'the file': '"the file": expected an object, received text',
  'unknown 7 "7"': 'unknown type "STRNG", did you mean "STRING"?',
  'status group "7"': 'unknown status group "x", there is only "main"',
  'status "7"': 'unknown status "x", expected one of "new", "won"',
  'unknown 7': 'unknown status "x"',
}

/** Not said to anybody: SQL without its tag, and the words of flags, which are drawn. */
const UNSAID = new Set([
  'access exclusive',
  'rename field',
  'no answer in time',
  'add column 7 STRING',
  'rename column 7 to 7',
  'no longer',
  '77 7',
])

type Written = { text: string; before: string; after: string }

/** The texts in a source, templates with their gaps as they are written. */
function textsIn(source: string): Written[] {
  const texts: Written[] = []
  let at = 0
  const keep = (begin: number, text: string) =>
    texts.push({ text, before: source.slice(0, begin), after: source.slice(at, at + 2) })
  const readTemplate = () => {
    const begin = at++
    let text = ''
    while (source[at] !== '`') {
      if (!source.startsWith('${', at)) text += source[at++]
      else {
        const inside = at + 2
        at = inside
        readCode('}')
        text += `\${${source.slice(inside, at++)}}`
      }
    }
    at++
    keep(begin, text)
  }
  const readCode = (end?: string) => {
    for (let depth = 0; at < source.length; ) {
      const rest = /^(\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*')/.exec(
        source.slice(at, at + 2000),
      )
      const begin = at
      if (source[at] === '`') readTemplate()
      else if (rest) {
        at += rest[0].length
        if (rest[0].startsWith("'")) keep(begin, rest[0].slice(1, -1))
      } else {
        if (source[at] === end && depth === 0) return
        if (source[at] === '{') depth++
        if (source[at] === '}') depth--
        at++
      }
    }
  }
  readCode()
  return texts
}

/** Not for people: SQL, descriptions of settings, names of steps and files. */
const isOther = ({ before, after }: Written) =>
  /(sql|raw\(|describe\(\s*|do: |from |sql<[^`]*>|import\()$/.test(before) || after.startsWith(':')

/** A template with something in each gap. */
const filled = (text: string): string =>
  text.replace(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_, code: string) => {
    if (/^(suggest|didYouMean)\(|^meaningOf|^hint$|^more$/.test(code)) return ''
    if (/^items\(/.test(code)) return '5 items'
    if (/^values\(/.test(code)) return '3 values'
    if (/kind\b/.test(code)) return 'group'
    return /type\b/.test(code) ? 'STRING' : '7'
  })

const messagesIn = (files: string[]) =>
  files.flatMap((file) =>
    textsIn(readFileSync(file, 'utf8'))
      .filter((each) => /[a-z]{2,} [a-z"$]/.test(each.text) && !isOther(each))
      .map(({ text }) => filled(text)),
  )

const untold = (files: string[]) =>
  [...new Set(messagesIn(files))]
    .filter((text) => !UNSAID.has(text))
    .map((text) => PARTS[text] ?? text)
    .filter((text) => !/[а-яё]/i.test(inRussian(text)))

test('every line of a plan is told in Russian', () => {
  expect(messagesIn(PLANS).length).toBeGreaterThan(50)
  expect(untold(PLANS)).toEqual([])
})

test('every check is told in Russian', () => {
  expect(messagesIn(CHECKS).length).toBeGreaterThan(100)
  expect(untold(CHECKS)).toEqual([])
})

test('every refusal of a draft is told in Russian', () => {
  expect(messagesIn(REFUSALS).length).toBeGreaterThan(25)
  expect(untold(REFUSALS)).toEqual([])
})

test('what stops a step or a webhook is told in Russian', () => {
  expect(messagesIn(INCIDENTS).length).toBeGreaterThan(20)
  expect(untold(INCIDENTS)).toEqual([])
})

test.each([
  ['this token does not have the scope "apps:write"', 'токену не разрешено «apps:write»'],
  ['the right "create" on this app is required', 'нужно право «create»: приложение'],
  ['app not found: crm/deals', 'не найдено: приложение crm/deals'],
  ['field "name": expected text, received a number', 'поле «name»: нужно: текст; указано: число'],
  ['internal error', 'внутренняя ошибка'],
])('a refused call is told in Russian: %s', (english, russian) => {
  expect(inRussian(english)).toBe(russian)
})

test.each([
  ['2 working days', '2 рабочих дня'],
  ['1 working week', '1 рабочая неделя'],
  ['30 working minutes', '30 рабочих минут'],
  ['PT4H', 'PT4H'],
])('%s is %s and the other way round', (english, russian) => {
  expect([sayWorkingTime(english), readWorkingTime(russian)]).toEqual([russian, english])
})

test.each([
  [
    'the script failed: it computed for more than 1000 ms',
    'ошибка скрипта: вычисление длилось больше 1000 мс',
  ],
  ['table created', 'создаётся таблица'],
  ['its table is kept with 1 item, hidden', 'таблица сохранится, но не будет видна; элементов: 1'],
  ['"code" still has no values', 'у поля «code» ещё есть значения: 0'],
  ['field "title" added (STRING)', 'поле «title»: добавлено (STRING)'],
  [
    'there is no app "crm/deal", did you mean "crm/deals"?',
    'не найдено: приложение «crm/deal», возможно, «crm/deals»?',
  ],
  ['"name": expected text, received 5', '"name": нужно: текст; указано: 5'],
  [
    '"columns": expected text or a list, received 5',
    '"columns": нужно: текст или список; указано: 5',
  ],
  [
    'Ask: now (ask): unknown variable "a" in "a > 1"',
    'Ask: now (ask): неизвестная переменная «a» в «a > 1»',
  ],
  ['change user anna: email, last name', 'изменить: сотрудник anna — почта, фамилия'],
  [
    'this is not BPMN 2.0 XML: a closing tag has no tag that it closes',
    'это не BPMN 2.0 XML: закрывающему тегу нечего закрывать',
  ],
  ['something that nobody knows', 'something that nobody knows'],
])('"%s" is told in Russian', (message, russian) => {
  expect(inRussian(message)).toBe(russian)
})
