import { Group, Text } from '@mantine/core'
import { Choose } from '../../components/choose.tsx'
import { TextField } from '../../components/controls.tsx'
import { DayInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { toMoments } from './substitutions.ts'

type CreateProps = { absent?: string; onClose: () => void }

/** Everybody names who stands in for themselves; administrators for anybody. */
export function CreateSubstitution({ absent, onClose }: CreateProps) {
  const { people, frame } = useTexts()
  const t = people.substitutions
  const me = useMe()
  const { values, field, modal } = useForm('substitutions', 'create', {
    values: {
      absent: [absent ?? me.id],
      substitute: [] as string[],
      first: null as string | null,
      last: null as string | null,
      note: '',
    },
    request: ({ absent, substitute, first, last, note }) => ({
      input: {
        absent: absent[0],
        substitute: substitute[0] ?? '',
        note,
        ...toMoments({ first, last }),
      },
    }),
    changes: ['substitution'],
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={t.create}
      submit={frame.actions.create}
      isDisabled={values.absent.length === 0 || values.substitute.length === 0}
    >
      {me.isAdministrator && (
        <Choose {...field('absent', t.absent)} source="users" isSingle required />
      )}
      <Choose {...field('substitute', t.substitute)} source="users" isSingle />
      <Group grow gap="sm" align="start">
        <DayInput {...field('first', t.first)} />
        <DayInput {...field('last', t.last)} />
      </Group>
      <TextField {...field('note', t.note)} />
      <Text size="xs" c="var(--quiet)">
        {t.hint}
      </Text>
    </FormModal>
  )
}
