import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core'
import { useState } from 'react'
import { ClientError } from '../../src/client/client.ts'
import {
  PASSWORD_PROBLEMS,
  SHORTEST_PASSWORD,
  WRONG_PASSWORD,
} from '../../src/lib/password-rules.ts'
import { useChange } from '../api.ts'
import { type Texts, useTexts } from '../texts/index.ts'
import { FormModal } from './form-modal.tsx'

type Problem = keyof typeof PASSWORD_PROBLEMS
const PROBLEMS = Object.entries(PASSWORD_PROBLEMS) as [Problem, string][]

/** Why a new password was refused, to be said where it is typed; undefined = something else. */
export function problemOfPassword(error: unknown, t: Texts): string | undefined {
  if (!(error instanceof ClientError)) return undefined
  const said = error.details.map(({ message }) => message)
  const found = PROBLEMS.find(([, message]) => said.includes(message))
  return found && t.people.passwordProblems[found[0]]
}

type TypedProps = Pick<PasswordInputProps, 'label' | 'description' | 'error'> & {
  value: string
  onChange: (value: string) => void
}

export const NewPassword = ({ onChange, ...props }: TypedProps) => (
  <PasswordInput
    {...props}
    autoComplete="new-password"
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    minLength={SHORTEST_PASSWORD}
    required
  />
)

type OwnPasswordProps = {
  title: string
  hint?: string
  /** There is none that holds. */
  isFirst?: boolean
  onDone?: () => void
  onClose: () => void
}

/** Changes one's own password, which needs the one that holds. */
export function OwnPassword({ title, hint, isFirst, onDone, onClose }: OwnPasswordProps) {
  const t = useTexts()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChange('access', 'changeMyPassword', {
    ...(onDone && { onDone }),
    onFail: () => undefined,
  })
  const wrong = change.error?.message === WRONG_PASSWORD && t.people.wrongPassword
  const problem = problemOfPassword(change.error, t)
  return (
    <FormModal
      title={title}
      submit={t.people.setPassword}
      change={change}
      isExplained={Boolean(wrong || problem)}
      onSubmit={() => change.mutate({ input: { current, next } })}
      onClose={onClose}
    >
      {hint && <Text size="sm">{hint}</Text>}
      {!isFirst && (
        <PasswordInput
          label={t.people.currentPassword}
          error={wrong}
          autoComplete="current-password"
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          required
          data-autofocus
        />
      )}
      <NewPassword
        label={t.people.newPassword}
        description={t.people.passwordHint}
        error={problem}
        value={next}
        onChange={setNext}
      />
    </FormModal>
  )
}
