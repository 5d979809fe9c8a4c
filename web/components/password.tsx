import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { ClientError } from '../../src/client/client.ts'
import {
  PASSWORD_PROBLEMS,
  SHORTEST_PASSWORD,
  WRONG_PASSWORD,
} from '../../src/lib/password-rules.ts'
import { type Texts, useTexts } from '../texts/index.ts'
import { PasswordField } from './controls.tsx'
import { FormModal } from './form-modal.tsx'
import { useForm } from './use-form.tsx'

type Problem = keyof typeof PASSWORD_PROBLEMS
const PROBLEMS = Object.entries(PASSWORD_PROBLEMS) as [Problem, string][]

/** Why a new password was refused, to be said where it is typed; undefined = something else. */
export function problemOfPassword(error: unknown, t: Texts): string | undefined {
  if (!(error instanceof ClientError)) return undefined
  const said = error.details.map(({ message }) => message)
  const found = PROBLEMS.find(([, message]) => said.includes(message))
  return found && t.people.passwordProblems[found[0]]
}

type NewPasswordProps = ComponentProps<typeof PasswordField> & {
  /** Why the last one was not taken, if that is known. */
  problem?: string | undefined
}

export const NewPassword = ({ problem, ...props }: NewPasswordProps) => (
  <PasswordField
    {...props}
    {...(problem && { error: problem })}
    autoComplete="new-password"
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
  const { field, change, modal } = useForm('access', 'changeMyPassword', {
    values: { current: '', next: '' },
    onClose,
    onDone: () => onDone?.(),
  })
  const wrong = change.error?.message === WRONG_PASSWORD && t.people.wrongPassword
  const problem = problemOfPassword(change.error, t)
  return (
    <FormModal
      {...modal}
      title={title}
      submit={t.people.setPassword}
      isExplained={modal.isExplained || Boolean(wrong || problem)}
    >
      {hint && <Text size="sm">{hint}</Text>}
      {!isFirst && (
        <PasswordField
          {...field('current', t.people.currentPassword)}
          {...(wrong && { error: wrong })}
          autoComplete="current-password"
          required
          data-autofocus
        />
      )}
      <NewPassword
        {...field('next', t.people.newPassword)}
        problem={problem}
        description={t.people.passwordHint}
      />
    </FormModal>
  )
}
