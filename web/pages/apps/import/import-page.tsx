import { Stepper } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { type App, useListFields } from '../table/fields.ts'
import { ChooseFile } from './choose-file.tsx'
import { Mapping } from './mapping.tsx'
import { RunningImport } from './running-import.tsx'

export type Uploaded = { hash: string; name: string }

/** A table into an app, in three steps: the file, its columns, what became of it. */
export function ImportPage() {
  const { namespace = '', code = '' } = useParams()
  const app = useApi('scheme', 'getApp', { params: { namespace, code } }, { fresh: 60_000 })
  return <Shown of={app}>{({ application }) => <Wizard app={application} />}</Shown>
}

function Wizard({ app }: { app: App }) {
  const t = useTexts()
  const { namespace, code } = app
  const params = { namespace, code }
  const [file, setFile] = useState<Uploaded>()
  const [importId, setImportId] = useState<string>()
  const fields = useListFields(app)
  const step = importId ? 2 : file ? 1 : 0
  const again = () => {
    setFile(undefined)
    setImportId(undefined)
  }
  return (
    <Page
      title={t.apps.import.title(app.name)}
      above={<Link to={links.app(namespace, code)}>{app.name}</Link>}
    >
      <Stepper active={step} size="xs" iconSize={28} mb="lg" allowNextStepsSelect={false}>
        <Stepper.Step label={t.apps.import.steps.file} />
        <Stepper.Step label={t.apps.import.steps.columns} />
        <Stepper.Step label={t.apps.import.steps.result} />
      </Stepper>
      {step === 0 && <ChooseFile fields={fields} onChosen={setFile} />}
      {step === 1 && file && (
        <Mapping params={params} fields={fields} file={file} onBack={again} onStart={setImportId} />
      )}
      {importId && (
        <RunningImport params={params} importId={importId} onAgain={again} fields={fields} />
      )}
    </Page>
  )
}
