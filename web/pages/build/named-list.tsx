import { ActionIcon, Badge, Button, Collapse, Select, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useAddressState } from '../../components/address-state.ts'
import { TextField } from '../../components/controls.tsx'
import { Empty } from '../../components/states.tsx'
import { codeOf } from './code-of.ts'
import classes from './named-list.module.css'
import { placeIn, type SettingPath, settingAt } from './schema/setting.ts'
import { Sortable } from './sortable.tsx'
import { useBuildTexts } from './texts.ts'

/** Something with a name and a type, as a draft has it: anything may be missing. */
type Named = { name?: string | undefined; type?: string | undefined }

type NamedListProps<Value extends Named> = {
  label: string
  /** Where they are, by code. */
  place: SettingPath
  isNested?: boolean
  /** What a row says beside the name. */
  about: (value: Value) => ReactNode
  removeLabel: (name: string) => string
  add: Adding<Value>
  /** What is said while there are none, with a button that leads to the first one. */
  empty?: { title: string; hint: string; action: string }
  /** What unfolds below a row. */
  children: (value: Value, code: string, place: SettingPath) => ReactNode
}

type Adding<Value> = {
  nameLabel: string
  typeLabel: string
  submit: string
  types: ComponentProps<typeof Select>['data']
  firstType: string
  /** The next one begins with the first type again: another one has to be meant. */
  resetsType?: true
  make: (name: string, type: string) => Value
  /** A code is made of the name, or of this where the name has no letters. */
  code: string
  /** Whether the settings of a new one are opened at once. */
  isOpened: (value: Value) => boolean
}

/** What has a code, a name and settings: to be added, put in order, set up and removed. */
export function NamedList<Value extends Named>(props: NamedListProps<Value>) {
  const { label, place, isNested = false, empty, children } = props
  const newName = useRef<HTMLInputElement>(null)
  const asked = useAddressState().get('at').split('.')[place.at.length]
  const [open, setOpen] = useState<string | undefined>(asked)
  const all = Object.entries((settingAt(place) ?? {}) as Record<string, Value | null>)
  const { draft, file, at } = place
  const move = (from: number, to: number) =>
    draft.edit([{ file, op: 'move', at: [...at, all[from]?.[0] ?? ''], to }])
  return (
    <>
      <Sortable
        label={label}
        items={all}
        keyOf={([code]) => code}
        nameOf={([code, value]) => value?.name || code}
        onMove={move}
        onLift={() => setOpen(undefined)}
        isNested={isNested}
      >
        {([code, found]) => {
          const value = found ?? ({} as Value)
          return (
            <NamedRow
              name={value.name || code}
              about={props.about(value)}
              place={placeIn(place, code)}
              removeLabel={props.removeLabel}
              isOpen={open === code}
              onOpen={(isOpen) => setOpen(isOpen ? code : undefined)}
            >
              {children(value, code, placeIn(place, code))}
            </NamedRow>
          )
        }}
      </Sortable>
      {empty && all.length === 0 && (
        <Empty icon={IconPlus} title={empty.title} hint={empty.hint}>
          <Button onClick={() => newName.current?.focus()}>{empty.action}</Button>
        </Empty>
      )}
      <Add
        {...props.add}
        input={newName}
        place={place}
        taken={all.map(([code]) => code)}
        onAdd={setOpen}
      />
    </>
  )
}

type NamedRowProps = {
  name: string
  about: ReactNode
  place: SettingPath
  removeLabel: (name: string) => string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** One line; the settings unfold below. */
function NamedRow({ name, about, place, removeLabel, isOpen, onOpen, children }: NamedRowProps) {
  const t = useBuildTexts()
  const { draft, file, at } = place
  const id = useId()
  const wrong = draft.problemsAt(file, at, 'within').length
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <div className={classes.row}>
        <UnstyledButton
          className={classes.title ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!isOpen)}
        >
          <span className={classes.name}>
            <Chevron size={13} stroke={1.8} aria-hidden /> {name}
          </span>
          {about}
        </UnstyledButton>
        {wrong > 0 && (
          <Badge size="sm" color="red" circle aria-label={t.shell.problems(wrong)}>
            {wrong}
          </Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={removeLabel(name)}
          onClick={() => draft.edit([{ file, op: 'remove', at }])}
        >
          <IconTrash size={15} stroke={1.6} />
        </ActionIcon>
      </div>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && <div className={classes.settings}>{children}</div>}
      </Collapse>
    </>
  )
}

type AddProps<Value> = Adding<Value> & {
  input: RefObject<HTMLInputElement | null>
  place: SettingPath
  taken: string[]
  onAdd: (code: string | undefined) => void
}

/** A name, a type, Enter, and the next one. */
function Add<Value>(props: AddProps<Value>) {
  const { input, place, taken, types, make, isOpened, onAdd } = props
  const [name, setName] = useState('')
  const [type, setType] = useState(props.firstType)
  const add = () => {
    if (!name.trim()) return
    const code = codeOf(name, taken, props.code)
    const value = make(name.trim(), type)
    place.draft.edit([{ file: place.file, op: 'set', at: [...place.at, code], value }])
    onAdd(isOpened(value) ? code : undefined)
    setName('')
    if (props.resetsType) setType(props.firstType)
    input.current?.focus()
  }
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField
        ref={input}
        className={classes.grow ?? ''}
        label={props.nameLabel}
        value={name}
        onChange={setName}
      />
      <Select
        className={classes.type ?? ''}
        label={props.typeLabel}
        data={types}
        value={type}
        allowDeselect={false}
        searchable={(types?.length ?? 0) > 5}
        maxDropdownHeight={360}
        onChange={(value) => value && setType(String(value))}
      />
      <Button type="submit" size="sm" leftSection={<IconPlus size={15} aria-hidden />}>
        {props.submit}
      </Button>
    </form>
  )
}
