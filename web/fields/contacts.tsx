import {
  Autocomplete,
  Button,
  CloseButton,
  Input as Frame,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../texts/index.ts'
import type { Field } from './field.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { More } from './linked.tsx'
import { asList, captionOf, isSingle, None } from './parts.tsx'

type Contact = { type?: string; [key: string]: unknown }

type Sort = {
  /** The key that holds what people reach somebody by. */
  key: 'email' | 'tel' | 'login'
  scheme: string | undefined
  inputType: 'email' | 'tel' | 'text'
  types: string[]
}

const TYPES = ['work', 'mobile', 'home', 'main']

const ACCOUNTS = ['telegram', 'whatsapp', 'skype', 'viber']

/** Each way to reach somebody: mail addresses, phones, accounts of messengers. */
const SORTS: Record<string, Sort> = {
  EMAIL: { key: 'email', scheme: 'mailto', inputType: 'email', types: TYPES },
  PHONE: { key: 'tel', scheme: 'tel', inputType: 'tel', types: TYPES },
}
const ACCOUNT: Sort = { key: 'login', scheme: undefined, inputType: 'text', types: ACCOUNTS }

const sortOf = ({ type }: Field): Sort => SORTS[type] ?? ACCOUNT

function View({ field, value, isShort = false }: ViewProps) {
  const sort = sortOf(field)
  const contacts = asList<Contact>(value)
  const shown = isShort ? contacts.slice(0, 1) : contacts
  if (shown.length === 0) return <None />
  return (
    <Group gap={isShort ? 4 : 12} component="span" wrap={isShort ? 'nowrap' : 'wrap'}>
      {shown.map((contact) => (
        <OneContact key={String(contact[sort.key])} {...{ contact, sort, isShort }} />
      ))}
      <More count={contacts.length - shown.length} />
    </Group>
  )
}

type OneProps = { contact: Contact; sort: Sort; isShort: boolean }

function OneContact({ contact, sort, isShort }: OneProps) {
  const t = useTexts()
  const text = String(contact[sort.key] ?? '')
  const ext = typeof contact.ext === 'string' && contact.ext ? ` (${contact.ext})` : ''
  const known = t.items.contactTypes as Record<string, string>
  const type = known[contact.type ?? ''] ?? contact.type
  return (
    <span>
      {sort.scheme ? (
        <a className="link" href={`${sort.scheme}:${text}`}>
          {text}
        </a>
      ) : (
        text
      )}
      {ext}{' '}
      {!isShort && type && (
        <Text component="span" size="xs" c="var(--quiet)" style={{ whiteSpace: 'nowrap' }}>
          {type}
        </Text>
      )}
    </span>
  )
}

function Input(props: InputProps) {
  const sort = sortOf(props.field)
  const t = useTexts()
  const { label, error, description, required, disabled } = captionOf(props)
  const contacts = asList<Contact>(props.value)
  const rows = contacts.length > 0 ? contacts : [{ type: sort.types[0] ?? '' }]
  const change = (at: number, part: Contact) =>
    props.onChange(rows.map((each, index) => (index === at ? { ...each, ...part } : each)))
  const name = label ?? props.field.view.name
  return (
    <Frame.Wrapper label={label} error={error} description={description} required={required}>
      <Stack gap={6}>
        {rows.map((contact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else of their own
          <Group key={at} gap={6} wrap="nowrap">
            <TextInput
              type={sort.inputType}
              aria-label={at === 0 ? name : `${name} ${at + 1}`}
              value={String(contact[sort.key] ?? '')}
              onChange={({ currentTarget }) => change(at, { [sort.key]: currentTarget.value })}
              error={Boolean(error)}
              disabled={disabled}
              flex={1}
            />
            <Autocomplete
              aria-label={t.items.input.typeOf(name)}
              data={sort.types}
              value={contact.type ?? ''}
              onChange={(type) => change(at, { type })}
              disabled={disabled}
              w={110}
            />
            {contacts.length > 1 && (
              <CloseButton
                aria-label={t.items.input.remove(String(contact[sort.key] ?? ''))}
                onClick={() => props.onChange(rows.filter((_, index) => index !== at))}
              />
            )}
          </Group>
        ))}
        {!isSingle(props.field) && (
          <Button
            variant="subtle"
            color="gray"
            w="fit-content"
            disabled={disabled}
            leftSection={<IconPlus size={14} stroke={1.6} />}
            onClick={() => props.onChange([...rows, { type: sort.types[0] ?? '', [sort.key]: '' }])}
          >
            {t.items.input.addAnother}
          </Button>
        )}
      </Stack>
    </Frame.Wrapper>
  )
}

export const contacts: FieldKind = { View, Input }
