import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Choose } from '../../components/choose.tsx'
import { DayInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { toMoments } from './substitutions.ts'

type CreateProps = { absent?: string; onClose: () => void }

/** Everybody names who stands in for themselves; administrators for anybody. */
export function CreateSubstitution({ absent, onClose }: CreateProps) {
  const t = useTexts()
  const me = useMe()
  const [who, setWho] = useState([absent ?? me.id])
  const [substitute, setSubstitute] = useState<string[]>([])
  const [days, setDays] = useState({ first: '', last: '' })
  const [note, setNote] = useState('')
  const create = useChange('substitutions', 'create', {
    changes: ['substitution'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const submit = () =>
    create.mutate({
      input: { absent: who[0], substitute: substitute[0] ?? '', note, ...toMoments(days) },
    })
  const { substitutions } = t.people
  const day = (name: keyof typeof days) => ({
    label: substitutions[name],
    value: days[name],
    onChange: (value: string | null) => setDays((before) => ({ ...before, [name]: value ?? '' })),
  })
  return (
    <FormModal
      title={substitutions.create}
      submit={t.frame.actions.create}
      change={create}
      onSubmit={submit}
      onClose={onClose}
      isDisabled={who.length === 0 || substitute.length === 0}
    >
      {me.isAdministrator && (
        <Choose
          source="users"
          label={substitutions.absent}
          ids={who}
          onPick={setWho}
          isSingle
          isRequired
        />
      )}
      <Choose
        source="users"
        label={substitutions.substitute}
        ids={substitute}
        onPick={setSubstitute}
        isSingle
        isRequired
      />
      <Group grow gap="sm" align="start">
        <DayInput {...day('first')} />
        <DayInput {...day('last')} />
      </Group>
      <TextInput
        label={substitutions.note}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        maxLength={1000}
      />
      <Text size="xs" c="var(--quiet)">
        {substitutions.hint}
      </Text>
    </FormModal>
  )
}
