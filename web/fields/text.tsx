import { Text as Plain, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { RichText, wordsOf } from '../components/rich-text.tsx'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None, settingOf } from './parts.tsx'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

function View({ field, value, isShort = false }: ViewProps) {
  if (value === null || value === undefined || value === '') return <None />
  const text = String(value)
  const kind = settingOf<string>(field, 'kind')
  if (isShort) {
    return (
      <Plain component="span" inherit truncate>
        {kind === 'html' ? wordsOf(text) : text}
      </Plain>
    )
  }
  if (kind === 'markdown') {
    return (
      <Suspense fallback={<RichText text={text} />}>
        <Markdown text={text} />
      </Suspense>
    )
  }
  return kind === 'html' || kind === 'multiline' ? <RichText text={text} /> : text
}

function Input(props: InputProps) {
  const { field, value, onChange } = props
  const shared = {
    ...captionOf(props),
    value: typeof value === 'string' ? value : '',
    maxLength: settingOf<number>(field, 'maxLength'),
  }
  const isLong = ['multiline', 'markdown', 'html'].includes(settingOf<string>(field, 'kind') ?? '')
  return isLong ? (
    <Textarea
      {...shared}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autosize
      minRows={3}
      maxRows={16}
    />
  ) : (
    <TextInput {...shared} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  )
}

export const text: FieldKind = { View, Input }
