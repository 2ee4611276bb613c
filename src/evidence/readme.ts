/** What a verdict proves, and what not: the same words in README, verdict and documents. */
export const provedTexts = [
  'Genuine means that the operator of the signing key states that its gateway made these files from the answers of this service. An auditor who must not rely on the operator runs a separate gateway, with their own key for the service. Nothing less helps.',
  'Complete means everything that this key was shown.',
  "What the maker stated is the maker's word.",
] as const

/** The README of every signed file and pack. It is always the same, so no text of a maker, a service or a record is in it. */
export const readme = `What this is

The gateway of a custody console made the files in this ZIP from what a custody
service said, and signed them. about.json says of which service and account, of
what, as of when, made by whom, whether it is complete and why not, and has the
SHA-256 of each file. signature.jws is the signature of about.json: a compact JWS
(RFC 7515) by EdDSA with Ed25519 (RFC 8037), whose payload is about.json, byte for
byte, and whose kid is the thumbprint of the key (RFC 7638).

What it proves, and what not

${provedTexts.join('\n')}

How to check it

Take the public keys from where you already trust them, never from beside this file.
A console has its own, earlier and withdrawn ones included, at
/.well-known/jwks.json.

- In a console: open /verify and choose this ZIP. Nothing is uploaded.
- With the program of the console: npm run verify -- THIS.zip --keys jwks.json
- By hand: hold sha256sum of each file against about.json, and signature.jws against
  the key with any JOSE library. In Python, with "pip install jwcrypto", save this as
  check.py and run: python3 check.py THIS.zip jwks.json

  import hashlib, json, sys, zipfile
  from jwcrypto import jwk, jws
  files = zipfile.ZipFile(sys.argv[1])
  signature = jws.JWS()
  signature.allowed_algs = ["EdDSA"]
  signature.deserialize(files.read("signature.jws").decode())
  kid = signature.jose_header["kid"]
  keys = json.load(open(sys.argv[2]))["keys"]
  key = next(key for key in keys if jwk.JWK(**key).thumbprint() == kid)
  assert "revoked" not in key, "the key was withdrawn"
  signature.verify(jwk.JWK(**key))
  assert signature.payload == files.read("about.json"), "about.json was changed"
  about = json.loads(signature.payload)
  names = [file["name"] for file in about["files"]] + ["about.json", "signature.jws"]
  assert files.namelist() == names, "other files than were signed"
  for file in about["files"]:
      digest = hashlib.sha256(files.read(file["name"])).hexdigest()
      assert digest == file["sha256"], file["name"] + " was changed"
  print("Genuine and complete" if about["complete"] else about["reasons"], about)

In a pack, records.jsonl.gz has every record of the account as the service gave it,
one on each line, with its dates.
`
