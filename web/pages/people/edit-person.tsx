import { MultiSelect, SimpleGrid } from '@mantine/core'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { TextField } from '../../components/controls.tsx'
import { DayInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useOrgUnits } from '../../fields/org.ts'
import { useTexts } from '../../texts/index.ts'

type Whole = ReplyOf<'users', 'getPerson'>['user']
type Phones = Whole['workPhone']

export function EditPerson({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useApi('users', 'getPerson', { params: { id } })
  return data && <Form person={data.user} onClose={onClose} />
}

const TEXTS = ['lastName', 'firstName', 'middleName', 'login'] as const

function Form({ person, onClose }: { person: Whole; onClose: () => void }) {
  const { people, frame } = useTexts()
  const t = people.fields
  const { units } = useOrgUnits()
  const { field, modal } = useForm('users', 'updatePerson', {
    values: toValues(person),
    request: (values) => ({ params: { id: person.id }, input: toInput(person, values) }),
    changes: ['user'],
    onClose,
  })
  return (
    <FormModal {...modal} title={person.name} submit={frame.actions.save} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {TEXTS.map((name) => (
          <TextField key={name} {...field(name, t[name])} />
        ))}
        <TextField {...field('email', t.email)} type="email" />
        <TextField {...field('displayedPosition', t.displayedPosition)} />
        <TextField {...field('workPhone', t.workPhone)} type="tel" />
        <TextField {...field('mobilePhone', t.mobilePhone)} type="tel" />
        <DayInput {...field('birthDate', t.birthDate)} />
        <DayInput {...field('hireDate', t.hireDate)} />
        <TextField {...field('timezone', t.timezone)} />
      </SimpleGrid>
      <MultiSelect
        {...field('positions', t.positions)}
        data={units
          .filter(({ kind }) => kind === 'position')
          .map((unit) => ({ value: unit.id, label: `${unit.name} · ${unit.above}` }))}
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
  birthDate: person.birthDate,
  hireDate: person.hireDate,
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
