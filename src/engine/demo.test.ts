import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import type { Job, Operation } from './effects.ts'
import { prepare } from './program.ts'
import { type Options, simulate } from './simulate.ts'

const FOLDERS = {
  qualify_lead: 'crm/workspaces/crm/processes',
  fulfil: 'crm/workspaces/crm/apps/orders/processes',
  call_back: 'service-desk/workspaces/service_desk/processes',
  escalate: 'service-desk/workspaces/service_desk/processes',
  handle: 'service-desk/workspaces/service_desk/apps/requests/processes',
  missed_call: 'contracts/modules/bridge/processes',
  approve: 'contracts/workspaces/contracts/apps/agreements/processes',
}

async function load(name: keyof typeof FOLDERS) {
  const { model } = await compile(readFileSync(`solutions/${FOLDERS[name]}/${name}.bpmn`, 'utf8'))
  if (!model) throw new Error(`${name} does not compile`)
  return prepare(model)
}

const run = async (name: keyof typeof FOLDERS, options?: Options) =>
  simulate(await load(name), options)

const scripts: Record<string, (context: Record<string, unknown>) => object> = {
  weigh: ({ weight }) => ({ parcels: Math.ceil(Number(weight) / 20) }),
  count_revision: ({ revision }) => ({ revision: Number(revision ?? 0) + 1 }),
}

const job = (work: Job, node: string) =>
  work.kind === 'script' ? scripts[node]?.(work.context) : work.kind === 'action' ? undefined : []

test('a lead is asked again after thirty days and becomes a deal', async () => {
  const read = (operation: Operation) =>
    operation.kind === 'read' ? { 'lead._responsible': ['ann'], 'lead.__name': 'Big' } : undefined
  const it = await run('qualify_lead', { values: { lead: ['l1'] }, operation: read, job })

  it.submit('talk', 'not_now')
  it.pass('P30D')
  it.submit('talk', 'good', { values: { note: 'yes' } })

  expect(it.trace.slice(-4)).toEqual(['make_deal', 'set_qualified', 'tell_head', 'won_over'])
  expect(it.state.variables).toMatchObject({ manager: ['ann'], deal: [expect.any(String)] })
})

test('an order is packed while its documents are generated, and late parcels are reported', async () => {
  const it = await run('fulfil', { values: { order: ['o1'] }, job })

  it.submit('confirm', 'confirmed')
  it.submit('pick', undefined, { values: { weight: 45 } })
  it.pass('P2D')
  it.submit('pack')
  it.submit('hand_over', undefined, { values: { tracking: 'x' } })

  expect(it.state.variables.parcels).toBe(3)
  expect(it.trace).toContain('told')
  expect(it.trace.slice(-2)).toEqual(['set_shipped', 'shipped'])
})

test('a request that takes too long is escalated to the people named by the workspace', async () => {
  const escalate = await load('escalate')
  const it = await run('handle', {
    values: { request: ['r1'] },
    operation: (operation) =>
      operation.kind === 'read' ? { 'workspace.escalate_to': ['eve', 'bob'] } : undefined,
    job,
    processes: { 'service_desk/escalate': escalate },
  })

  it.submit('sort', 'assign', { values: { priority: [{ code: 'urgent' }], agent: ['ann'] } })
  it.pass('PT4H')
  const [child] = it.children
  expect(child?.tasks.map(({ performers }) => performers[0]?.value)).toEqual(['eve', 'bob'])
  child?.submit('take_note')
  expect(child?.status).toBe('done')
  it.submit('solve', 'solved_it', { values: { on_site: true } })
  it.pass('P3D')

  expect(it.trace).toEqual(expect.arrayContaining(['tell_leads', 'make_report', 'escalated']))
  expect(it.trace.slice(-2)).toEqual(['silence', 'solved'])
})

test('who calls back has a number if a worker finds it in time', async () => {
  const found = await run('call_back', { values: { agent: ['ann'] } })
  found.done('promise', { name: 'reply_time', value: { within: '2 working days' } })
  found.done('look_up', { number: '17', more: 1 })
  const silent = await run('call_back', { values: { agent: ['ann'] } })
  silent.done('promise', { name: 'reply_time', value: { within: '1 working hour' } })
  silent.pass('PT2S')
  expect(silent.tasks).toMatchObject([{ node: 'find', working: '1 working hour' }])
  silent.submit('find', 'found_number', { values: { number: '18' } })

  expect(found.tasks).toMatchObject([{ node: 'call', working: '2 working days' }])
  expect(found.state.variables).toMatchObject({ number: '17' })
  expect(silent.tasks).toMatchObject([{ node: 'call', working: '1 working hour' }])
})

test('a callback is repeated until the customer is reached', async () => {
  const it = await run('missed_call', { values: { called: ['ann'] } })

  it.submit('call_back', 'not_reached')
  it.pass('PT1H')
  it.submit('call_back', 'reached_them', { values: { note: 'hello' } })

  expect(it.status).toBe('done')
})

test('an agreement is revised, approved in two rounds, signed, registered and acknowledged', async () => {
  const answers: Partial<Record<Operation['kind'], unknown>> = {
    read: {
      'agreement.amount': { cents: 9_000_000, currency: 'EUR' },
      'workspace.director_from': { cents: 5_000_000, currency: 'EUR' },
    },
    people: [[{ text: 'group:contracts/lawyers', people: ['ann', 'bob'] }]],
  }
  const it = await run('approve', {
    values: { agreement: ['a1'] },
    operation: ({ kind }) => answers[kind],
    job,
  })
  const answer = (exit: string) => {
    for (const { token } of it.tasks) it.submit(token, exit)
  }

  it.done('check_company', { is_known: true })
  answer('rejected')
  it.submit('revise', 'again')
  answer('approved')
  it.submit('second_round', 'approved')
  it.submit('second_round', 'approved')
  it.submit('sign', 'signed', { actor: 'eve' })
  it.submit('register')
  answer('done')

  expect(it.status).toBe('done')
  expect(it.state.variables.revision).toBe(1)
  expect(
    it.effects.flatMap((effect) => (effect.type === 'sheet.close' ? [effect.isApproved] : [])),
  ).toEqual([false, true])
})
