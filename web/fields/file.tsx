import { Group, Text } from '@mantine/core'
import { IconFile, IconPaperclip } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../api.ts'
import { sizeText } from '../components/size-text.ts'
import type { FileValue } from '../components/uploads.ts'
import { links } from '../links.ts'
import { useLanguage, useTexts } from '../texts/index.ts'
import classes from './file.module.css'
import { FilesInput } from './file-input.tsx'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { asList, isSingle, None } from './parts.tsx'

export const contentOf = (id: string) => `/manage/v1/disk/files/${id}/content`

/** A file by its name and size, to be opened. */
export function FileChip({ id }: { id: string }) {
  const t = useTexts()
  const language = useLanguage()
  const { data, error } = useApi('disk', 'getFile', { params: { id } }, { fresh: 60_000 })
  if (error) return <span className={classes.file}>{t.items.values.unknown}</span>
  const { __name = '', size } = data?.file ?? {}
  return (
    <Link
      to={links.file(id)}
      className={classes.file}
      aria-label={data ? undefined : t.items.values.file}
    >
      <IconFile size={14} stroke={1.6} aria-hidden />
      <span className={classes.name}>{__name}</span>
      {size !== undefined && <span className={classes.size}>{sizeText(size, language)}</span>}
    </Link>
  )
}

function Picture({ id }: { id: string }) {
  const t = useTexts()
  const { data } = useApi('disk', 'getFile', { params: { id } }, { fresh: 60_000 })
  return (
    <Link to={links.file(id)}>
      <img
        className={classes.image}
        src={contentOf(id)}
        alt={data?.file.__name ?? t.items.values.file}
        loading="lazy"
      />
    </Link>
  )
}

function View({ field, value, isShort = false }: ViewProps) {
  const ids = asList<FileValue>(value).filter((each) => typeof each === 'string')
  if (ids.length === 0) return <None />
  if (isShort) {
    return (
      <Group gap={4} component="span" wrap="nowrap">
        <IconPaperclip size={14} stroke={1.6} aria-hidden />
        <Text component="span" size="sm">
          {ids.length}
        </Text>
      </Group>
    )
  }
  const One = field.type === 'IMAGE' ? Picture : FileChip
  return (
    <div className={classes.files}>
      {ids.map((id) => (
        <One key={id} id={id} />
      ))}
    </div>
  )
}

function Input(props: InputProps) {
  return (
    <FilesInput
      {...props}
      files={asList<FileValue>(props.value)}
      isSingle={isSingle(props.field)}
      accept={props.field.type === 'IMAGE' ? 'image/*' : undefined}
    />
  )
}

export const file: FieldKind = { View, Input }
