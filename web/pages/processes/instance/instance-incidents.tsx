import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useApi } from '../../../api.ts'
import { ServerText } from '../../../components/told.tsx'
import { useTexts } from '../../../texts/index.ts'
import { IncidentActions } from '../incidents/incident-actions.tsx'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'

/** The steps that failed; who may change the process can do something about it. */
export function InstanceIncidents({ of }: { of: Instance }) {
  const t = useTexts().processes
  const failed = of.tokens.filter(({ incidentId }) => incidentId !== null)
  const { data } = useApi(
    'bpm',
    'listIncidents',
    { input: { instance: of.id } },
    { enabled: of.canChange && failed.length > 0 },
  )
  if (failed.length === 0) return null
  return failed.map(({ incidentId, name }) => {
    const incident = data?.incidents.find(({ id }) => id === incidentId)
    return (
      <Alert
        key={incidentId}
        color="red"
        variant="outline"
        mt="md"
        icon={<IconAlertTriangle size={16} stroke={1.6} />}
        title={
          <span className={classes.wrong}>{t.diagram.incident(name || t.instances.unnamed)}</span>
        }
      >
        {incident && (
          <div className={classes.incident}>
            <span className={classes.grow}>
              <ServerText message={incident.message} />
            </span>
            <IncidentActions incident={incident} />
          </div>
        )}
      </Alert>
    )
  })
}
