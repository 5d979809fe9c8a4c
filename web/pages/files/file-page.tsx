import { Alert, Button, Group } from '@mantine/core'
import { IconDownload, IconLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { keyOf, useApi } from '../../api.ts'
import { Feed } from '../../components/feed/feed.tsx'
import { Page } from '../../components/page.tsx'
import { Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { ofFile, useChanges } from './changes.tsx'
import { contentOf } from './content.ts'
import { useCopyLink } from './copy-link.tsx'
import { Details } from './details.tsx'
import { type FileView, SHARED, useTrail } from './directories.ts'
import classes from './file.module.css'
import { Preview } from './preview.tsx'
import { useThingDialogs } from './thing-dialogs.tsx'
import { ThingMenu } from './thing-menu.tsx'
import { Trail } from './trail.tsx'
import { UploadsPanel } from './uploads/uploads-panel.tsx'
import { useVersions, Versions } from './versions.tsx'

export function FilePage() {
  const { id = '' } = useParams()
  const asked = useApi('disk', 'getFile', { params: { id } })
  return <Shown of={asked}>{({ file }) => <FileContent key={id} file={file} />}</Shown>
}

function FileContent({ file }: { file: FileView }) {
  const [search] = useSearchParams()
  const wanted = Number(search.get('version')) || file.version
  const isDeleted = file.__deletedAt !== null
  const { data } = useVersions(file.__id, !isDeleted)
  const version = data?.versions.find((each) => each.version === wanted && !each.isPresent)
  const shown = version
    ? { ...file, hash: version.hash, size: version.size, version: version.version }
    : file
  return (
    <Page
      title={file.__name}
      above={<FolderLink directory={file.directory} />}
      actions={!isDeleted && <Actions file={file} version={version?.version} />}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          {isDeleted && <Deleted file={file} />}
          {version && <OldVersion id={file.__id} version={version.version} />}
          {!isDeleted && (
            <div className={classes.preview}>
              <Preview of={shown} />
            </div>
          )}
          {!isDeleted && <Feed of={{ namespace: 'system', code: 'files', id: file.__id }} />}
        </div>
        <aside className={classes.aside}>
          <Details file={file} />
          {!isDeleted && <Versions file={file} shown={shown.version} />}
        </aside>
      </div>
      <UploadsPanel />
    </Page>
  )
}

/** Its folder, as far as the reader may see it. */
function FolderLink({ directory }: { directory: string }) {
  const { above, name, directory: known } = useTrail(directory)
  return <Trail above={known ? [...above, { __id: directory, __name: name }] : []} />
}

function Actions({ file, version }: { file: FileView; version: number | undefined }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const copyLink = useCopyLink()
  const thing = ofFile(file)
  const { rename, move, remove, dialog } = useThingDialogs(file.directory)
  const erase = async () => {
    const { directory } = file
    // What is in the trash has no preview and no versions: nothing of it is asked for again.
    const deleted = { file: { ...file, __deletedAt: new Date().toISOString() } }
    queries.setQueryData(keyOf('disk', 'getFile', { params: { id: file.__id } }), deleted)
    await remove([thing])
    void navigate(directory === SHARED ? links.files : links.directory(directory))
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={14} stroke={1.6} />}
        onClick={() => void copyLink(file.__id)}
      >
        {t.files.copyLink}
      </Button>
      <Button
        component="a"
        href={contentOf(file.__id, version)}
        download
        leftSection={<IconDownload size={14} stroke={1.6} />}
      >
        {t.files.download}
      </Button>
      <ThingMenu
        thing={thing}
        onRename={() => rename(thing)}
        onMove={() => move([thing])}
        onDelete={() => void erase()}
      />
      {dialog}
    </>
  )
}

function Deleted({ file }: { file: FileView }) {
  const t = useTexts()
  const { restore } = useChanges()
  return (
    <Alert color="yellow" title={t.files.trash.isHere}>
      <Button variant="default" onClick={() => void restore([file.__id], file.__name)}>
        {t.files.trash.restore}
      </Button>
    </Alert>
  )
}

function OldVersion({ id, version }: { id: string; version: number }) {
  const t = useTexts()
  return (
    <Alert color="blue" p="xs">
      <Group justify="space-between" gap="xs">
        {t.files.file.shownOld(version)}
        <Link className="link" to={links.file(id)}>
          {t.files.file.showPresent}
        </Link>
      </Group>
    </Alert>
  )
}
