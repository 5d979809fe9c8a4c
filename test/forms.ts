import { createHash } from 'node:crypto'
import { startApp } from './app.ts'
import { solution } from './solution.ts'

type Challenge = { challenge: string; id: string; bits: number }

/** What the worker of the page does. */
export function solve({ challenge, id, bits }: Challenge) {
  for (let answer = 0; ; answer++) {
    const hash = createHash('sha256').update(`${id}:${answer}`).digest()
    if (hash.readUInt32BE() >>> (32 - bits) === 0) return { challenge, answer: String(answer) }
  }
}

export const APP = `
name: Requests
fields:
  subject: { name: { en: Subject, ru: Тема }, type: STRING, required: true, maxLength: 100 }
  story: { name: Story, type: STRING, kind: html }
  mail: { name: E-mail, type: EMAIL, single: true }
  sort: { name: Kind, type: CATEGORY, options: { bug: A bug, wish: A wish } }
  agrees: { name: I agree, type: BOOLEAN }
  papers: { name: Papers, type: FILE, single: false }
  secret: { name: Secret, type: STRING }
  price: { name: Price, type: INTEGER }
statuses:
  - code: all
    name: All
    statuses:
      - { id: 1, code: new, name: { en: New, ru: Новая } }
      - { id: 2, code: done, name: Done }
rights:
  user:webform: [create]
  role:author: [read]
fieldRights:
  price: { "user:webform": [read] }
`

/** YAML is a superset of JSON, so tests change the form as a value. */
export const FORM = {
  name: { en: 'Ask us', ru: 'Спросите нас' },
  text: 'We answer within a day.',
  enabled: true,
  as: 'user:webform',
  proof: 8,
  fields: [
    'subject',
    { field: 'story', help: 'In your own words' },
    'mail',
    'sort',
    { field: 'agrees', required: true },
    'papers',
    'price',
  ] as unknown[],
  files: { types: ['pdf', 'png'], maxSize: 100_000, most: 2 },
  origins: ['https://shop.example'],
  follow: { fields: ['subject', 'story', 'agrees'], days: 30, mail: 'mail' } as object,
}

export const formFiles = (forms: Record<string, object>, more: Record<string, string> = {}) =>
  solution('shop', {
    'workspaces/shop/apps/requests.yaml': APP,
    ...Object.fromEntries(
      Object.entries(forms).map(([code, form]) => [
        `workspaces/shop/apps/requests/forms/${code}.yaml`,
        JSON.stringify(form),
      ]),
    ),
    ...more,
  })

export const VALUES = { subject: 'The door is stuck', agrees: true }

/** A server with a user of forms, and what a stranger can do there. */
export async function startForms(options: Parameters<typeof startApp>[0] = {}) {
  const started = await startApp(options)
  const { as, admin, anonymous, make } = started
  const webform = await make.user({ login: 'webform', lastName: 'Web', firstName: 'Form' })
  const apply = (forms: Record<string, object>, more?: Record<string, string>) =>
    as(admin).solutions.apply({ input: { files: formFiles(forms, more) } })
  const at = (code: string) => ({ namespace: 'shop', app: 'requests', code })
  const prove = async (code: string, purpose: 'submit' | 'file' = 'submit') =>
    solve(await anonymous.forms.challenge({ params: at(code), input: { for: purpose } }))
  return {
    ...started,
    webform,
    apply,
    at,
    prove,
    submit: async (code: string, values: Record<string, unknown> = VALUES) =>
      anonymous.forms.submit({
        params: at(code),
        input: { ...(await prove(code)), values: values as typeof VALUES },
      }),
    /** What is in the app, as an administrator sees it. */
    items: async () => {
      const params = { namespace: 'shop', code: 'requests' }
      const { result } = await as(admin).apps.listItems({ params, input: { size: 100 } })
      return result.result as Record<string, unknown>[]
    },
  }
}
