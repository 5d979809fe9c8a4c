import { implement } from '../../../http/implement.ts'
import type { Config } from '../../../platform/config.ts'
import { ClientDocuments } from './client-documents.ts'
import * as clients from './clients.ts'
import * as service from './connections.ts'
import { connections } from './operations.ts'

export const connectionsRoutes = (config: Config, documents = new ClientDocuments(config)) =>
  implement('access', connections, {
    reviewConnection: async ({ input }, ctx) => service.review(ctx, documents, input.query),
    decideConnection: async ({ input }, ctx) => ({
      redirect: await service.decide(ctx, documents, input),
    }),
    listConnections: async ({ input }, ctx) => ({
      connections: await service.listConnections(ctx, input.user),
    }),
    endConnection: async ({ params }, ctx) => {
      await service.endConnection(ctx, params.id)
      return {}
    },
    listClients: async (_, ctx) => ({ clients: await clients.listClients(ctx) }),
    createClient: async ({ input }, ctx) => clients.createClient(ctx, input),
    renewClientSecret: async ({ params }, ctx) => ({
      secret: await clients.renewSecret(ctx, params.id),
    }),
    deleteClient: async ({ params }, ctx) => {
      await clients.deleteClient(ctx, params.id)
      return {}
    },
  })
