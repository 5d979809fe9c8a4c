import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { DayInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useOrgUnits } from '../../fields/org.ts'
import { useTexts } from '../../texts/index.ts'

type Whole = ReplyOf<'users', 'getPerson'>['user']
type Phones = Whole['workPhone']

export function EditPerson({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useApi('users', 'getPerson', { params: { id } })
  return data && <Form person={data.user} onClose={onClose} />
}

const TEXTS = ['lastName', 'firstName', 'middleName', 'login', 'email'] as const

function Form({ person, onClose }: { person: Whole; onClose: () => void }) {
  const t = useTexts()
  const [values, setValues] = useState(() => toValues(person))
  const { units } = useOrgUnits()
  const update = useChange('users', 'updatePerson', {
    changes: ['user'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const bind = (name: Exclude<keyof typeof values, 'positions'>) => ({
    label: t.people.fields[name],
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  const bindDay = (name: 'birthDate' | 'hireDate') => ({
    label: t.people.fields[name],
    value: values[name],
    onChange: (day: string | null) => setValues((before) => ({ ...before, [name]: day ?? '' })),
  })
  const submit = () => update.mutate({ params: { id: person.id }, input: toInput(person, values) })
  return (
    <FormModal
      title={person.name}
      submit={t.frame.actions.save}
      change={update}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {TEXTS.map((name) => (
          <TextInput
            key={name}
            {...bind(name)}
            required={name === 'login'}
            {...(name === 'email' && { type: 'email' })}
          />
        ))}
        <TextInput {...bind('displayedPosition')} />
        <TextInput {...bind('workPhone')} type="tel" />
        <TextInput {...bind('mobilePhone')} type="tel" />
        <DayInput {...bindDay('birthDate')} />
        <DayInput {...bindDay('hireDate')} />
        <TextInput {...bind('timezone')} />
      </SimpleGrid>
      <MultiSelect
        label={t.people.fields.positions}
        data={units
          .filter(({ kind }) => kind === 'position')
          .map((unit) => ({ value: unit.id, label: `${unit.name} · ${unit.above}` }))}
        value={values.positions}
        onChange={(positions) => setValues((before) => ({ ...before, positions }))}
        searchable
        clearable
      />
    </FormModal>
  )
}

const toValues = (person: Whole) => ({
  lastName: person.lastName,
  firstName: person.firstName,
  middleName: person.middleName,
  login: person.login,
  email: person.email,
  displayedPosition: person.displayedPosition,
  workPhone: person.workPhone[0]?.tel ?? '',
  mobilePhone: person.mobilePhone[0]?.tel ?? '',
  birthDate: person.birthDate ?? '',
  hireDate: person.hireDate ?? '',
  timezone: person.timezone,
  positions: person.positions,
})

/** Only what was changed here: the rest may have been changed elsewhere meanwhile. */
function toInput(person: Whole, values: ReturnType<typeof toValues>) {
  const before = toValues(person)
  const whole = {
    ...values,
    workPhone: withFirst(person.workPhone, 'work', values.workPhone),
    mobilePhone: withFirst(person.mobilePhone, 'mobile', values.mobilePhone),
    birthDate: values.birthDate || null,
    hireDate: values.hireDate || null,
  }
  const isChanged = ([name]: [string, unknown]) => {
    const key = name as keyof typeof before
    return JSON.stringify(values[key]) !== JSON.stringify(before[key])
  }
  return Object.fromEntries(Object.entries(whole).filter(isChanged)) as Partial<typeof whole>
}

/** The form shows the first of several; the others stay as they are. */
function withFirst([first, ...others]: Phones, type: string, tel: string): Phones {
  if (tel === '') return others
  return [{ type, ext: null, isValid: true, ...first, tel }, ...others]
}
