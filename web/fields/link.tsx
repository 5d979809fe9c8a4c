import { Text, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None } from './parts.tsx'

/** Only what a browser opens without harm becomes a link. */
const isOpenable = (address: string) => /^(https?|mailto|tel):/i.test(address)

const shorten = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

function View({ value }: ViewProps) {
  if (typeof value !== 'string' || value === '') return <None />
  if (!isOpenable(value)) return <>{value}</>
  return (
    <Text component="a" inherit className="link" href={value} target="_blank" rel="noopener">
      {shorten(value)} <IconExternalLink size={12} stroke={1.6} aria-hidden />
    </Text>
  )
}

function Input(props: InputProps) {
  return (
    <TextInput
      {...captionOf(props)}
      type="url"
      placeholder="https://"
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value || null)}
    />
  )
}

export const link: FieldKind = { View, Input }
