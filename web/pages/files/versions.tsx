import { Button, FileButton, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { sizeText } from '../../components/size-text.ts'
import { When } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import type { FileView } from './directories.ts'
import classes from './file.module.css'
import { addUploads } from './uploads/uploading.ts'

type Version = ReplyOf<'disk', 'listVersions'>['versions'][number]

/** Those of a file in the trash are not listed. */
export const useVersions = (id: string, isWanted = true) =>
  useApi('disk', 'listVersions', { params: { id } }, { enabled: isWanted })

type VersionsProps = { file: FileView; shown: number }

/** What the file was before, the newest first. */
export function Versions({ file, shown }: VersionsProps) {
  const t = useTexts()
  const me = useMe()
  const { data } = useVersions(file.__id)
  const restore = useChange('disk', 'restoreVersion', {
    onDone: (_, { params }) =>
      notifications.show({ message: t.files.file.restored(Number(params.version)) }),
  })
  const headers = { 'if-match': `"${file.version}"` }
  return (
    <section>
      <header className={classes.head}>
        <Title order={2}>{t.files.file.versions}</Title>
        <FileButton
          onChange={(chosen) => chosen && addUploads([chosen], { file: file.__id }, me.id)}
          inputProps={{ 'aria-label': t.files.file.uploadVersion }}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<IconUpload size={14} stroke={1.6} />}
            >
              {t.files.file.newVersion}
            </Button>
          )}
        </FileButton>
      </header>
      <ul className={classes.versions}>
        {data?.versions.map((version) => (
          <VersionLine
            key={version.version}
            id={file.__id}
            version={version}
            isShown={version.version === shown}
            onRestore={
              !version.isPresent
                ? () =>
                    restore.mutate({
                      params: { id: file.__id, version: version.version },
                      headers,
                    })
                : undefined
            }
          />
        ))}
      </ul>
    </section>
  )
}

type VersionLineProps = {
  id: string
  version: Version
  isShown: boolean
  onRestore: (() => void) | undefined
}

function VersionLine({ id, version, isShown, onRestore }: VersionLineProps) {
  const t = useTexts()
  const language = useLanguage()
  const { version: number, isPresent } = version
  return (
    <li className={classes.version} data-shown={isShown || undefined}>
      <div>
        <Link
          className="link"
          to={isPresent ? links.file(id) : `${links.file(id)}?version=${number}`}
          aria-current={isShown ? 'true' : undefined}
        >
          {t.files.file.version(number)}
        </Link>{' '}
        <span className={classes.quiet}>
          {isPresent && `${t.files.file.present} · `}
          {sizeText(version.size, language)}
        </span>
        <div className={classes.by}>
          <PeopleValue value={version.createdBy} isShort />
          <When at={version.createdAt} />
        </div>
      </div>
      {onRestore && (
        <Button variant="subtle" onClick={onRestore}>
          {t.files.file.restore}
        </Button>
      )}
    </li>
  )
}
