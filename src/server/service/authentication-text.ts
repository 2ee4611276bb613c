import { apiKeyHeader } from './access.ts'
import { openapiPath } from './own-address.ts'

/** The authentication reference, as plain text. */
export const authenticationText = `Authentication

Send your API key in the header ${apiKeyHeader} with every request:

    GET /vaults
    ${apiKeyHeader}: <your key>

Every endpoint of the read API requires a key with the role "viewer". A request without a key, or with a key that is
unknown, revoked or without that role, is answered with the error ERR-02 and HTTP status 401.

Whoever runs this service creates, lists and revokes keys. A key is shown once, when it is created; the service keeps
only a hash of it.

The whole interface is described at ${openapiPath} (OpenAPI 3.1).
`
