import { connectionsRoutes } from '../areas/access/oauth/routes.ts'
import { accessRoutes } from '../areas/access/routes.ts'
import { guardOf, roleReasons } from '../areas/apps/explain.ts'
import { parametersRoutes } from '../areas/apps/parameters/routes.ts'
import { appsRoutes } from '../areas/apps/routes.ts'
import { auditRoutes } from '../areas/audit/routes.ts'
import { calendarsRoutes } from '../areas/calendars/routes.ts'
import { contractsRoutes } from '../areas/contracts/routes.ts'
import { decisionsRoutes } from '../areas/decisions/routes.ts'
import { diskManagementRoutes, diskRoutes, fileLinksRoutes } from '../areas/disk/routes.ts'
import { draftsRoutes } from '../areas/drafts/routes.ts'
import { versionsRoutes } from '../areas/drafts/versions/routes.ts'
import { formsRoutes } from '../areas/forms/routes.ts'
import { guestsRoutes } from '../areas/guests/routes.ts'
import { marketingRoutes } from '../areas/marketing/routes.ts'
import { messagesRoutes } from '../areas/messages/routes.ts'
import { notificationsRoutes } from '../areas/notifications/routes.ts'
import { describeMembership } from '../areas/people/groups/membership.ts'
import { groupsRoutes } from '../areas/people/groups/routes.ts'
import { Directories } from '../areas/people/providers/ldap/directories.ts'
import { providersRoutes } from '../areas/people/providers/routes.ts'
import { scimRoutes } from '../areas/people/scim/routes.ts'
import { substitutionsRoutes } from '../areas/people/substitutions/routes.ts'
import { usersRoutes } from '../areas/people/users/routes.ts'
import { docflowRoutes } from '../areas/processes/approvals/routes.ts'
import { bpmRoutes, processesRoutes } from '../areas/processes/instances/routes.ts'
import { StartLimit } from '../areas/processes/instances/start-limit.ts'
import { processMessagesRoutes, sendingRoutes } from '../areas/processes/messages/routes.ts'
import { moduleActionsRoutes } from '../areas/processes/modules/runs/routes.ts'
import type { RunProgram } from '../areas/processes/scripts/program.ts'
import { steeringRoutes } from '../areas/processes/steering/routes.ts'
import { tasksRoutes } from '../areas/processes/tasks/routes.ts'
import { teamRoutes } from '../areas/processes/team/routes.ts'
import { testingRoutes } from '../areas/processes/testing/routes.ts'
import { workersRoutes } from '../areas/processes/workers/routes.ts'
import { WaitingFetches } from '../areas/processes/workers/waiting.ts'
import { nomenclatureRoutes } from '../areas/registration/nomenclature/routes.ts'
import { registrationRoutes } from '../areas/registration/routes.ts'
import { reportsRoutes } from '../areas/reports/routes.ts'
import type { Sandbox } from '../areas/reports/sandbox.ts'
import { schemeRoutes } from '../areas/scheme/routes.ts'
import { searchRoutes } from '../areas/search/routes.ts'
import { solutionsRoutes } from '../areas/solutions/routes.ts'
import { storageRoutes } from '../areas/storage/routes.ts'
import { jobsRoutes } from '../areas/system/jobs/routes.ts'
import { systemRoutes } from '../areas/system/routes.ts'
import type { Sources } from '../areas/system/service.ts'
import { telephonyRoutes } from '../areas/telephony/routes.ts'
import { transferRoutes } from '../areas/transfer/routes.ts'
import { webhooksRoutes } from '../areas/webhooks/routes.ts'
import { workplaceRoutes } from '../areas/workplace/routes.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { type Config, providerAddresses } from '../platform/config.ts'
import { OutsideCaller } from '../platform/outside/caller.ts'
import type { Signals } from '../platform/signals.ts'
import { allKinds } from './kinds.ts'
import { solutionParts } from './solutions.ts'

type Shared = {
  sandbox: Sandbox
  config: Config
  sources: Sources
  signals: Signals
  strangers: RateLimit
  programs: () => RunProgram
}

export const allRoutes = (shared: Shared) =>
  routesWith(shared, new StartLimit(shared.config.KONTOR_START_LIMIT))

/** Starts by people and by messages share one limit. */
const routesWith = (
  { sandbox, config, sources, signals, strangers, programs }: Shared,
  limit: StartLimit,
) => [
  accessRoutes({ guardOf, roleReasons, describeMembership }),
  connectionsRoutes(config),
  appsRoutes,
  auditRoutes,
  bpmRoutes(limit),
  processesRoutes,
  decisionsRoutes,
  processMessagesRoutes,
  sendingRoutes(limit),
  steeringRoutes,
  moduleActionsRoutes(programs),
  testingRoutes,
  diskRoutes,
  diskManagementRoutes,
  fileLinksRoutes,
  docflowRoutes,
  draftsRoutes(solutionParts),
  versionsRoutes(solutionParts),
  formsRoutes(limit, strangers),
  guestsRoutes,
  calendarsRoutes,
  contractsRoutes,
  groupsRoutes,
  jobsRoutes,
  parametersRoutes,
  providersRoutes(waysTo(config)),
  nomenclatureRoutes,
  registrationRoutes,
  reportsRoutes(sandbox),
  marketingRoutes,
  messagesRoutes(allKinds),
  notificationsRoutes,
  schemeRoutes,
  scimRoutes,
  searchRoutes(allKinds),
  solutionsRoutes(solutionParts),
  storageRoutes,
  substitutionsRoutes,
  systemRoutes(sources),
  telephonyRoutes,
  tasksRoutes,
  teamRoutes,
  transferRoutes,
  usersRoutes,
  webhooksRoutes(config.KONTOR_PRIVATE_ADDRESSES),
  workersRoutes(new WaitingFetches(signals)),
  workplaceRoutes,
]

/** Identity providers may be in the private network, where nothing else is called. */
function waysTo(config: Config) {
  const allowed = providerAddresses(config)
  return { outside: new OutsideCaller(allowed), directories: new Directories(allowed) }
}
