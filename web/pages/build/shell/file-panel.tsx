import { Text, Textarea, Title } from '@mantine/core'
import { Loading } from '../../../components/states.tsx'
import { type Draft, useDraftFile } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './build.module.css'

type FileProps = { draft: Draft; file: string }

/** The same definition as its text, for whoever prefers that. */
export function FilePanel(props: FileProps) {
  const t = useBuildTexts().shell
  return (
    <section className={classes.panel} aria-label={t.file}>
      <Title order={2} fz="sm" className={classes.path ?? ''}>
        {props.file}
      </Title>
      <FileText {...props} />
    </section>
  )
}

export function FileText({ draft, file }: FileProps) {
  const t = useBuildTexts().shell
  const content = useDraftFile(draft, file)
  if (!content) return <Loading />
  if (content.text === undefined) {
    return content.base64 === undefined ? <Loading /> : <Text size="sm">{t.binary}</Text>
  }
  return (
    <>
      <Text size="xs" c="var(--quiet)" mb={6}>
        {content.isTextOld ? t.fileOld : t.fileHint}
      </Text>
      <Textarea
        className={classes.text ?? ''}
        aria-label={file}
        value={content.text}
        onChange={({ currentTarget }) =>
          draft.edit([{ file, op: 'write', text: currentTarget.value }])
        }
        // A text that is older than the designer would take back what was done there.
        readOnly={
          content.isTextOld ||
          !draft.isMine ||
          draft.info?.files.some(({ path, isReadOnly }) => path === file && isReadOnly)
        }
        onFocus={() => void draft.flush()}
        spellCheck={false}
        autosize={false}
        rows={24}
      />
      {draft.problems
        .filter((problem) => problem.file === file)
        .map(({ line, message }) => (
          <Text key={`${line} ${message}`} size="xs" c="var(--mantine-color-error)" mt={4}>
            {t.line(line)}: {message}
          </Text>
        ))}
    </>
  )
}
