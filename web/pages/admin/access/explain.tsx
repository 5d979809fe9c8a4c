import { Alert, Select, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Shown } from '../../../components/states.tsx'
import { useNames } from '../../../fields/names.ts'
import { partsOf } from '../../../kinds.ts'
import adminClasses from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { UserInput } from '../user-input.tsx'
import classes from './access.module.css'
import { ObjectInput } from './object-input.tsx'
import { useObjectName } from './objects.ts'
import { Reasons } from './reasons.tsx'
import { useRights } from './rights.ts'

/** The question is in the address, so that it can be passed on. */
function useQuestion() {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string | null) => {
    // Two choices in quick succession: the page may not have been drawn since the first.
    const next = new URLSearchParams(location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  return {
    user: search.get('user'),
    object: search.get('object'),
    right: search.get('right') ?? 'read',
    set,
  }
}

/** Why can Ann see this? */
export function Explain() {
  const t = useTexts().admin.access
  const { options } = useRights()
  const { user, object, right, set } = useQuestion()
  return (
    <section aria-label={t.question}>
      <Title order={2}>{t.question}</Title>
      <p className={adminClasses.hint}>{t.questionHint}</p>
      <div className={classes.question}>
        <UserInput label={t.who} value={user} onChange={(next) => set('user', next)} />
        <ObjectInput
          label={t.what}
          value={object}
          onChange={(next) => set('object', next)}
          hasHint
        />
        <Select
          label={t.right}
          data={options}
          value={right}
          onChange={(next) => set('right', next)}
          allowDeselect={false}
        />
      </div>
      {user && object && <Answer user={user} object={object} right={right} />}
    </section>
  )
}

type AnswerProps = { user: string; object: string; right: string }

function Answer({ user, object, right }: AnswerProps) {
  const { kind, path } = partsOf(object)
  const asked = useApi('access', 'explain', { input: { user, right, kind, object: path } })
  return (
    <Shown of={asked}>
      {(answer) => <Verdict answer={answer} user={user} object={object} right={right} />}
    </Shown>
  )
}

type Explanation = Pick<ReplyOf<'access', 'explain'>, 'allowed' | 'reasons'>

function Verdict({ answer, user, object, right }: AnswerProps & { answer: Explanation }) {
  const t = useTexts().admin.access
  const { nameOf } = useRights()
  const who = useNames('users', [user]).get(user) ?? ''
  const what = useObjectName(object)
  const { allowed, reasons } = answer
  const say = allowed ? t.may : t.mayNot
  return (
    <Alert
      mt="md"
      color={allowed ? 'teal' : 'orange'}
      variant="light"
      role="status"
      title={say(who, nameOf(right), what)}
      icon={allowed ? <IconCheck size={16} stroke={2} /> : <IconX size={16} stroke={2} />}
    >
      <Reasons reasons={reasons} asked={{ object, right }} />
    </Alert>
  )
}
