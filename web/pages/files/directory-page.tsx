import { Button, FileButton, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconFolderPlus, IconSearch, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Page } from '../../components/page.tsx'
import { Failure } from '../../components/states.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { ShareButton } from '../admin/guests/share-with-guest.tsx'
import { useChanges } from './changes.tsx'
import { mayHoldFiles, SHARED, useTrail } from './directories.ts'
import { DirectoryContent, FoundContent } from './directory-content.tsx'
import { DropZone } from './drop-zone.tsx'
import classes from './files.module.css'
import { FilesFrame, FoldersButton } from './frame.tsx'
import { NameDialog } from './name-dialog.tsx'
import { Trail } from './trail.tsx'
import { addUploads } from './uploads/uploading.ts'

const PAUSE = 200

export function DirectoryPage() {
  const { directory = SHARED } = useParams()
  return <DirectoryView key={directory} id={directory} />
}

function DirectoryView({ id }: { id: string }) {
  const t = useTexts()
  const me = useMe()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), PAUSE)
  const { name, above, error, refetch } = useTrail(id)
  const upload = (files: File[]) => addUploads(files, { directory: id }, me.id)
  if (error) return <Failure error={error} again={refetch} />
  return (
    <Page
      title={asked ? t.files.found(asked) : name}
      above={<Trail above={above} />}
      isFull
      actions={
        <>
          <FoldersButton here={id} above={above} />
          {mayHoldFiles(id) && <Actions id={id} onFiles={upload} />}
        </>
      }
      below={
        <TextInput
          className={classes.search}
          type="search"
          aria-label={t.files.search}
          placeholder={t.files.search}
          leftSection={<IconSearch size={14} stroke={1.6} />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      }
    >
      <FilesFrame here={id} above={above}>
        <DropZone name={name} isEnabled={mayHoldFiles(id) && asked === ''} onFiles={upload}>
          {asked ? <FoundContent text={asked} /> : <DirectoryContent id={id} />}
        </DropZone>
      </FilesFrame>
    </Page>
  )
}

function Actions({ id, onFiles }: { id: string; onFiles: (files: File[]) => void }) {
  const t = useTexts()
  const { createFolder } = useChanges()
  const [isNaming, { open, close }] = useDisclosure(false)
  return (
    <>
      <ShareButton share={{ kind: 'directory', object: id }} />
      <Button
        variant="default"
        leftSection={<IconFolderPlus size={14} stroke={1.6} />}
        onClick={open}
      >
        {t.files.newFolder}
      </Button>
      <FileButton multiple onChange={onFiles} inputProps={{ 'aria-label': t.files.uploadFiles }}>
        {(button) => (
          <Button {...button} leftSection={<IconUpload size={14} stroke={1.6} />}>
            {t.files.upload}
          </Button>
        )}
      </FileButton>
      {isNaming && (
        <NameDialog
          title={t.files.newFolder}
          label={t.files.folderName}
          action={t.frame.actions.create}
          onClose={close}
          onName={(name) => createFolder(name, id)}
        />
      )}
    </>
  )
}
