import { connections } from '../areas/access/oauth/operations.ts'
import { access } from '../areas/access/operations.ts'
import { apps } from '../areas/apps/operations.ts'
import { parameters } from '../areas/apps/parameters/operations.ts'
import { audit } from '../areas/audit/operations.ts'
import { calendars } from '../areas/calendars/operations.ts'
import { contracts } from '../areas/contracts/operations.ts'
import { decisions } from '../areas/decisions/operations.ts'
import { diskManagement } from '../areas/disk/manage-operations.ts'
import { disk } from '../areas/disk/operations.ts'
import { drafts } from '../areas/drafts/operations.ts'
import { draftTesting } from '../areas/drafts/test-operations.ts'
import { versions } from '../areas/drafts/versions/operations.ts'
import { forms } from '../areas/forms/operations.ts'
import { guests } from '../areas/guests/operations.ts'
import { marketing } from '../areas/marketing/operations.ts'
import { messages } from '../areas/messages/operations.ts'
import { notifications } from '../areas/notifications/operations.ts'
import { groups } from '../areas/people/groups/operations.ts'
import { providers } from '../areas/people/providers/operations.ts'
import { scim } from '../areas/people/scim/operations.ts'
import { substitutions } from '../areas/people/substitutions/operations.ts'
import { users } from '../areas/people/users/operations.ts'
import { docflow } from '../areas/processes/approvals/operations.ts'
import { processes } from '../areas/processes/instances/manage-operations.ts'
import { bpm } from '../areas/processes/instances/operations.ts'
import { processMessages, sending } from '../areas/processes/messages/operations.ts'
import { moduleActions } from '../areas/processes/modules/runs/operations.ts'
import { steering } from '../areas/processes/steering/operations.ts'
import { tasks } from '../areas/processes/tasks/operations.ts'
import { team } from '../areas/processes/team/operations.ts'
import { testing } from '../areas/processes/testing/operations.ts'
import { workers } from '../areas/processes/workers/operations.ts'
import { nomenclature } from '../areas/registration/nomenclature/operations.ts'
import { registration } from '../areas/registration/operations.ts'
import { reports } from '../areas/reports/operations.ts'
import { scheme } from '../areas/scheme/operations.ts'
import { search } from '../areas/search/operations.ts'
import { solutions } from '../areas/solutions/operations.ts'
import { storage } from '../areas/storage/operations.ts'
import { jobs } from '../areas/system/jobs/operations.ts'
import { system } from '../areas/system/operations.ts'
import { telephony } from '../areas/telephony/operations.ts'
import { transfer } from '../areas/transfer/operations.ts'
import { webhooks } from '../areas/webhooks/operations.ts'
import { workplace } from '../areas/workplace/operations.ts'

/** Every operation of the server, by area. */
export const areas = {
  access: { ...access, ...connections },
  apps,
  audit,
  disk: { ...disk, ...diskManagement },
  calendars,
  contracts,
  decisions,
  docflow,
  drafts: { ...drafts, ...draftTesting },
  forms,
  guests,
  bpm,
  jobs,
  nomenclature,
  processes: { ...processes, ...processMessages, ...steering, ...testing, ...moduleActions },
  registration,
  reports,
  marketing,
  messages,
  notifications,
  parameters,
  providers,
  scheme: { ...scheme, ...groups },
  scim,
  search,
  solutions: { ...solutions, ...versions },
  storage,
  substitutions,
  system,
  telephony,
  tasks,
  transfer,
  users,
  webhooks,
  workers: { ...workers, ...sending },
  workplace: { ...workplace, ...team },
}
