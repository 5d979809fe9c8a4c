import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useApi } from '../../../api.ts'
import { useTexts } from '../../../texts/index.ts'
import { IncidentActions } from '../incidents/incident-actions.tsx'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'

/** What it stumbled over; who may change the process can do something about it. */
export function InstanceIncidents({ of }: { of: Instance }) {
  const t = useTexts().processes
  const stumbled = of.tokens.filter(({ incidentId }) => incidentId !== null)
  const { data } = useApi(
    'bpm',
    'listIncidents',
    { input: { instance: of.id } },
    { enabled: of.canChange && stumbled.length > 0 },
  )
  if (stumbled.length === 0) return null
  return stumbled.map(({ incidentId, name }) => {
    const incident = data?.incidents.find(({ id }) => id === incidentId)
    return (
      <Alert
        key={incidentId}
        color="red"
        variant="outline"
        mt="md"
        icon={<IconAlertTriangle size={16} stroke={1.6} />}
        title={
          <span className={classes.wrong}>{t.diagram.stumbled(name || t.instances.unnamed)}</span>
        }
      >
        {incident && (
          <div className={classes.incident}>
            <span className={classes.grow}>{incident.message}</span>
            <IncidentActions incident={incident} />
          </div>
        )}
      </Alert>
    )
  })
}
