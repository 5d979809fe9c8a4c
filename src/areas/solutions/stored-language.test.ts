import { expect, test } from 'vitest'
import { diagram, flow } from '../../../test/process.ts'
import { solution, startSolutions } from '../../../test/solution.ts'

const { as, admin, apply, plan, sql } = await startSolutions({ KONTOR_LANGUAGE: 'ru' })

const WAIT = diagram(`<startEvent id="start" /><userTask id="wait" name="Wait">
    <extensionElements><kontor:settings><kontor:setting name="taskName" value="Look at {$what}" /></kontor:settings></extensionElements>
  </userTask><endEvent id="end" />
  ${flow('start -> wait -> end')}`)

const files = solution('law', {
  'workspaces/law/groups/lawyers.yaml':
    'name: { en: Lawyers, ru: Юристы }\ndescription: { en: Read all., ru: Читают всё. }\n',
  'people/org-chart.yaml':
    'departments: [{ code: legal, name: { en: Legal, ru: Юридический отдел }, positions: [{ code: head, name: { en: Head, ru: Начальник } }, { code: clerk, name: Clerk }] }]\n',
  'nomenclature.yaml':
    'offices: [{ code: head_office, name: { en: Head office, ru: Главный офис }, folders: [{ code: letters, name: { en: Letters, ru: Письма } }] }]\n',
  'channels/desk.yaml': 'name: { en: Desk, ru: Приёмная }\n',
  'workspaces/law/processes/wait.yaml':
    'name: Wait\nnameTemplate: "Wait for {$what}"\nvariables: { what: { name: What, type: STRING } }\ntexts: { "Wait for {$what}": { ru: "Ждём: {$what}" }, "Look at {$what}": { ru: "Посмотреть: {$what}" } }\n',
  'workspaces/law/processes/wait.bpmn': WAIT,
})
const first = await apply(files)

test('names that are stored have the language of the installation', async () => {
  const started = await as(admin).bpm.run({
    params: { namespace: 'law', code: 'wait' },
    input: { context: { what: 'answer' } },
  })
  const { rows } = await sql.query(`
    select name from kontor.groups where code = 'lawyers'
    union all select description from kontor.groups where code = 'lawyers'
    union all select name from kontor.process_tasks
    union all select name from kontor.org_units where solution = 'law'
    union all select name from kontor.nomenclature_folders where solution = 'law'`)

  expect(rows.map(({ name }) => name).sort()).toEqual([
    ...[
      'Clerk',
      'Начальник',
      'Письма',
      'Посмотреть: answer',
      'Читают всё.',
      'Юридический отдел',
      'Юристы',
    ],
  ])
  expect(started.context.__name).toBe('Ждём: answer')
})

test('applying again changes nothing', async () => {
  const again = await plan(files)

  expect(first.effects).not.toEqual([])
  expect(again.effects).toEqual([])
  expect(again.changes.filter(({ action }) => action !== 'unchanged')).toEqual([])
})
