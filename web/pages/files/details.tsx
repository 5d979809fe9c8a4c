import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { sizeText } from '../../components/size-text.ts'
import { When } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { useLanguage, useTexts } from '../../texts/index.ts'
import type { FileView } from './directories.ts'
import classes from './file.module.css'
import { kindOf } from './kinds.ts'

export function Details({ file }: { file: FileView }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <section>
      <Title order={2} mb="xs">
        {t.files.file.details}
      </Title>
      <dl className={classes.details}>
        <Detail name={t.files.file.kind}>{t.files.kinds[kindOf(file.contentType)]}</Detail>
        <Detail name={t.files.file.size}>{sizeText(file.size, language)}</Detail>
        <Detail name={t.files.file.createdBy}>
          <PeopleValue value={file.__createdBy} isShort />
          <When at={file.__createdAt} />
        </Detail>
        <Detail name={t.files.file.updatedBy}>
          <PeopleValue value={file.__updatedBy} isShort />
          <When at={file.__updatedAt} />
        </Detail>
        {file.comment && <Detail name={t.files.file.comment}>{file.comment}</Detail>}
      </dl>
    </section>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
