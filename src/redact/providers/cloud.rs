//! Clouds, hosting, infrastructure and key management.

super::rules! { RULES:
    "aws-access-key-id" "AWS access key ids and other unique ids that open something"
        "docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids"
        ["AKIA" "ASIA" "ABIA" "ACCA" "A3T"] "" "A[KSBC3][ICT][A-Z0-9]{17}" Shape;
    "aws-session-token" "AWS session token"
        "docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html"
        ["IQoJb3JpZ2lu" "FwoGZXIvYXdz" "FQoGZXIvYXdz" "AgoGb3JpZ2lu"] "" "[FIA][wQg]o[A-Za-z0-9]{4}[A-Za-z0-9+/=_%-]{80,2000}" Shape;
    "aws-bedrock" "Amazon Bedrock API keys, long and short term"
        "docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html"
        ["ABSKQmVkcm9ja0FQSUtleS" "ABSK"] "" "ABSK[A-Za-z0-9+/]{80,250}[=]{0,2}" Mixed;
    "aws-bedrock-short" "Amazon Bedrock API key, short term"
        "docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html"
        ["bedrock-api-key-"] "" "bedrock-api-key-[A-Za-z0-9+/=_-]{60,3000}" Digit;
    "aws-mws" "Amazon MWS auth token"
        "developer.amazonservices.com/gp/mws/docs.html"
        ["amzn.mws."] "" "amzn\\.mws\\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}" Shape;
    "amazon-oauth-secret" "Login with Amazon client secret"
        "developer.amazon.com/docs/login-with-amazon/security-profile.html"
        ["amzn1.oa2-cs.v1."] "" "amzn1\\.oa2-cs\\.v1\\.[a-f0-9]{64}" Shape;
    "amazon-lwa-token" "Login with Amazon access and refresh tokens"
        "developer.amazon.com/docs/login-with-amazon/access-token.html"
        ["Atza|" "Atzr|"] "" "Atz[ar]\\|[A-Za-z0-9_=+/-]{40,2000}" Shape;
    "google-api-key" "Google API key"
        "docs.cloud.google.com/docs/authentication/api-keys"
        ["AIza"] "" "AIza[A-Za-z0-9_-]{35}" Shape;
    "google-oauth-secret" "Google OAuth client secret"
        "support.google.com/cloud/answer/6158849"
        ["GOCSPX-"] "" "GOCSPX-[A-Za-z0-9_-]{20,40}" Shape;
    "google-access-token" "Google OAuth access token"
        "developers.google.com/identity/protocols/oauth2"
        ["ya29."] "" "ya29\\.[A-Za-z0-9_.-]{20,2048}" Shape;
    "google-refresh-token" "Google OAuth refresh token"
        "developers.google.com/identity/protocols/oauth2"
        ["1//0"] "" "1//0[A-Za-z0-9_-]{30,512}" Random;
    "google-authorization-code" "Google OAuth authorization code"
        "developers.google.com/identity/protocols/oauth2"
        ["4/0A"] "" "4/0A[A-Za-z0-9_-]{30,256}" Mixed;
    "google-vertex-key" "Google Cloud API key bound to a service account"
        "docs.cloud.google.com/docs/authentication/api-keys"
        ["AQ.Ab"] "" "AQ\\.Ab[A-Za-z0-9_-]{40,200}" Digit;
    "google-captcha" "reCAPTCHA secret key in its documented variable"
        "developers.google.com/recaptcha/docs/verify"
        ["RECAPTCHA_SECRET_KEY=" "RECAPTCHA_SECRET="] "" "RECAPTCHA_SECRET[_KEY]{0,4}=([A-Za-z0-9_-]{40})" Shape;
    "gcp-hmac" "Google Cloud Storage HMAC access id"
        "docs.cloud.google.com/storage/docs/authentication/hmackeys"
        ["GOOG1E"] "" "GOOG1E[A-Z0-9]{50,60}" Digit;
    "azure-ad-client-secret" "Microsoft Entra ID client secret"
        "learn.microsoft.com/entra/identity-platform/quickstart-register-app"
        ["Q~"] "A-Za-z0-9_~.-" "[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}" Shape;
    "azure-storage-key" "Azure Storage and Cosmos DB account key, identifiable form"
        "learn.microsoft.com/azure/storage/common/storage-account-keys-manage"
        ["+ASt" "ACDb"] "A-Za-z0-9+/" "[A-Za-z0-9+/]{86}==" Digit;
    "azure-identifiable" "Azure keys of many services with their signature near the end"
        "learn.microsoft.com/purview/sit-defn-azure-ad-client-secret"
        ["AZEG" "+ARm" "+AEh" "+ASb" "AIoT" "+AIo" "AzFu" "AzCa" "AzSe" "+ACR" "APIM"] "A-Za-z0-9+/" "[A-Za-z0-9+/]{40,86}[=]{1,2}" Mixed;
    "azure-functions-key" "Azure Functions key in the identifiable form, whose base64 is the one of addresses"
        "learn.microsoft.com/azure/azure-functions/function-keys-how-to"
        ["AzFu"] "A-Za-z0-9_-" "[A-Za-z0-9_-]{54}==" Mixed;
    "azure-search-key" "Azure AI Search and Container Registry keys in the identifiable form of 52 characters"
        "learn.microsoft.com/purview/sit-defn-azure-search-api-key"
        ["AzSe" "+ACR"] "A-Za-z0-9+/" "[A-Za-z0-9+/]{52}" Full;
    "volcengine" "Volcengine access key id"
        "www.volcengine.com/docs/6291/65568"
        ["AKLT"] "" "AKLT[A-Za-z0-9_-]{40,60}" Mixed;
    "nebius" "Nebius access token"
        "docs.nebius.com/iam/authorization/access-tokens"
        ["v1.C"] "" "v1\\.C[A-Za-z0-9_.-]{100,1000}" Full;
    "azure-common-key" "Azure AI, Cognitive and other keys in the common annotated form"
        "learn.microsoft.com/azure/ai-services/authentication"
        ["JQQJ99"] "A-Za-z0-9" "[A-Za-z0-9]{80,90}" Mixed;
    "azure-devops-pat" "Azure DevOps personal access token in its newer form"
        "learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate"
        ["AZDO"] "A-Za-z0-9" "[A-Za-z0-9]{84}" Mixed;
    "azure-sas" "Shared access signature of a URL"
        "learn.microsoft.com/rest/api/storageservices/create-service-sas"
        ["sig="] "" "sig=([A-Za-z0-9%+/=_-]{40,120})" Mixed;
    "alibaba-access-key" "Alibaba Cloud access key id"
        "www.alibabacloud.com/help/ram/user-guide/create-an-accesskey-pair"
        ["LTAI"] "" "LTAI[A-Za-z0-9]{12,26}" Mixed;
    "tencent-secret-id" "Tencent Cloud secret id"
        "www.tencentcloud.com/document/product/598/32675"
        ["AKID"] "" "AKID[A-Za-z0-9]{32}" Mixed;
    "ibm-cloud" "IBM Cloud API key in its documented variable"
        "cloud.ibm.com/docs/account?topic=account-userapikey"
        ["IBMCLOUD_API_KEY=" "IC_API_KEY="] "" "I[BMCLOUD]{1,7}_API_KEY=([A-Za-z0-9_-]{44})" Shape;
    "yandex-cloud" "Yandex Cloud API key, IAM token, OAuth token and static key"
        "yandex.cloud/docs/iam/concepts/authorization"
        ["AQVN" "YCAJ" "YCNM"] "" "[AY][QC][VAN][NJM]{1}[A-Za-z0-9_-]{20,60}" Mixed;
    "yandex-static-key" "Yandex Cloud secret of a static access key"
        "yandex.cloud/docs/iam/concepts/authorization/access-key"
        ["YCM" "YCN" "YCO" "YCP"] "" "YC[MNOP][A-Za-z0-9_-]{37}" Full;
    "backblaze" "Backblaze B2 application key"
        "www.backblaze.com/docs/cloud-storage-application-keys"
        ["K00"] "" "K00[0-9][A-Za-z0-9+/]{27,28}" Full;
    "yandex-iam" "Yandex Cloud IAM token"
        "yandex.cloud/docs/iam/concepts/authorization/iam-token"
        ["t1."] "" "t1\\.[A-Z0-9a-z_-]{1,}[=]{0,2}\\.[A-Z0-9a-z_-]{86}[=]{0,2}" Shape;
    "yandex-oauth" "Yandex OAuth token"
        "yandex.cloud/docs/iam/concepts/authorization/oauth-token"
        ["y0_" "y1_" "y2_" "y3_"] "" "y[0-3]_[A-Za-z0-9_-]{50,80}" Mixed;
    "digitalocean" "DigitalOcean personal, OAuth and refresh tokens"
        "docs.digitalocean.com/reference/api/create-personal-access-token"
        ["dop_v1_" "doo_v1_" "dor_v1_"] "" "do[por]_v1_[a-f0-9]{64}" Shape;
    "digitalocean-spaces" "DigitalOcean Spaces access key id"
        "docs.digitalocean.com/products/spaces/how-to/manage-access"
        ["DO00" "DO80"] "" "DO[08]0[A-Z0-9]{16}" Digit;
    "heroku" "Heroku API key in its newer form"
        "devcenter.heroku.com/articles/oauth"
        ["HRKU-"] "" "HRKU-[A-Za-z0-9_-]{36,80}" Shape;
    "heroku-legacy" "Heroku API key in its old form, a UUID, in its documented variable"
        "devcenter.heroku.com/articles/authentication"
        ["HEROKU_API_KEY=" "heroku_api_key="] "" "[HEROKUheroku]{6}_[APIapi]{3}_[KEYkey]{3}=([0-9a-fA-F]{8}-[0-9a-fA-F-]{27})" Shape;
    "flyio" "Fly.io macaroon and older tokens"
        "fly.io/docs/security/tokens"
        ["fm1r_" "fm1a_" "fm2_"] "" "fm[12][ra]{0,1}_[A-Za-z0-9+/=_,-]{40,4000}" Shape;
    "flyio-old" "Fly.io access token, older form"
        "fly.io/docs/security/tokens"
        ["fo1_"] "" "fo1_[A-Za-z0-9_-]{40,48}" Shape;
    "netlify" "Netlify personal, OAuth and build tokens"
        "docs.netlify.com/api/get-started"
        ["nfp_" "nfo_" "nfb_" "nfc_" "nfu_"] "" "nf[pobcu]_[A-Za-z0-9]{36,64}" Digit;
    "vercel" "Vercel personal, integration, app, refresh and gateway tokens"
        "vercel.com/docs/rest-api"
        ["vcp_" "vci_" "vca_" "vcr_" "vck_"] "" "vc[piark]_[A-Za-z0-9_-]{24,80}" Digit;
    "vercel-blob" "Vercel Blob read-write token"
        "vercel.com/docs/vercel-blob"
        ["vercel_blob_rw_"] "" "vercel_blob_rw_[A-Za-z0-9_]{30,80}" Shape;
    "render" "Render API key"
        "render.com/docs/api"
        ["rnd_"] "" "rnd_[A-Za-z0-9]{28,40}" Digit;
    "cloudflare-origin-ca" "Cloudflare Origin CA key"
        "developers.cloudflare.com/fundamentals/api/get-started/ca-keys"
        ["v1.0-"] "" "v1\\.0-[a-f0-9]{24,64}-[a-f0-9-]{140,340}" Shape;
    "cloudflare-token" "Cloudflare API tokens and global keys with their newer prefixes"
        "developers.cloudflare.com/fundamentals/api/get-started/create-token"
        ["cfut_" "cfat_" "cfk_"] "" "cf[uatk]{1,2}_[A-Za-z0-9_-]{36,64}" Shape;
    "scaleway" "Scaleway access key"
        "www.scaleway.com/docs/iam/how-to/create-api-keys"
        ["SCW"] "" "SCW[A-Z0-9]{17}" Digit;
    "linode" "Linode personal access token in its documented variable"
        "techdocs.akamai.com/linode-api/reference/get-started"
        ["LINODE_TOKEN=" "LINODE_CLI_TOKEN="] "" "LINODE_[CLI_]{0,4}TOKEN=([a-f0-9]{64})" Shape;
    "akamai" "Akamai EdgeGrid client secret and tokens"
        "techdocs.akamai.com/developer/docs/set-up-authentication-credentials"
        ["akab-"] "" "akab-[a-z0-9]{16}-[a-z0-9]{16}" Digit;
    "openstack" "OpenStack application token (fernet)"
        "docs.openstack.org/keystone/latest/admin/fernet-token-faq.html"
        ["gAAAAA"] "" "gAAAAA[A-Za-z0-9_-]{80,400}[=]{0,2}" Mixed;
    "rancher" "Rancher API token"
        "ranchermanager.docs.rancher.com/reference-guides/user-settings/api-keys"
        ["token-"] "" "token-[a-z0-9]{5}:([a-z0-9]{54})" Digit;
    "openshift" "OpenShift OAuth token"
        "docs.openshift.com/container-platform/latest/authentication/managing-oauth-access-tokens.html"
        ["sha256~"] "" "sha256~[A-Za-z0-9_-]{43}" Shape;
    "kubeadm" "Kubernetes bootstrap token in its documented flag"
        "kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens"
        ["--token " "--token="] "" "--token[ =]([a-z0-9]{6}\\.[a-z0-9]{16})" Shape;
    "docker-swarm" "Docker Swarm join and unlock keys"
        "docs.docker.com/engine/swarm/join-nodes"
        ["SWMTKN-" "SWMKEY-"] "" "SWM[TKNEY]{3}-1-[A-Za-z0-9+/=-]{40,100}" Digit;
    "vault" "HashiCorp Vault service, batch and recovery tokens"
        "developer.hashicorp.com/vault/docs/concepts/tokens"
        ["hvs." "hvb." "hvr."] "" "hv[sbr]\\.[A-Za-z0-9_-]{20,400}" Random;
    "vault-legacy" "HashiCorp Vault tokens before 1.10"
        "developer.hashicorp.com/vault/docs/concepts/tokens"
        ["s." "b." "r."] "" "[sbr]\\.[A-Za-z0-9]{24}" Full;
    "vault-unseal" "HashiCorp Vault unseal keys as vault operator init prints them"
        "developer.hashicorp.com/vault/docs/concepts/seal"
        ["Unseal Key "] "" "Unseal Key [0-9]{1,2}: ([A-Za-z0-9+/=]{40,64})" Shape;
    "doppler" "Doppler personal, service, CLI, SCIM, audit and service account tokens"
        "docs.doppler.com/reference/auth-token-formats"
        ["dp.pt." "dp.st." "dp.ct." "dp.sa." "dp.said." "dp.scim." "dp.audit."] "" "dp\\.[a-z]{2,5}\\.[A-Za-z0-9_.-]{36,80}" Shape;
    "infisical" "Infisical service token"
        "infisical.com/docs/documentation/platform/token"
        ["st."] "" "st\\.[a-f0-9]{24}\\.[a-f0-9]{32}\\.[a-f0-9]{32}" Shape;
    "onepassword-secret-key" "1Password secret key"
        "support.1password.com/secret-key"
        ["A3-"] "" "A3-[A-Z0-9]{6}-[A-Z0-9]{6,11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}[A-Z0-9-]{0,6}" Digit;
    "onepassword-service-account" "1Password service account token"
        "developer.1password.com/docs/service-accounts"
        ["ops_eyJ"] "" "ops_eyJ[A-Za-z0-9+/_=-]{200,4000}" Shape;
    "bitwarden" "Bitwarden Secrets Manager access token"
        "bitwarden.com/help/access-tokens"
        ["0."] "" "0\\.[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\\.[A-Za-z0-9]{30}:[A-Za-z0-9+/=]{24}" Shape;
    "age" "age identity"
        "github.com/C2SP/C2SP/blob/main/age.md"
        ["AGE-SECRET-KEY-1" "AGE-SECRET-KEY-PQ-1" "AGE-PLUGIN-"] "" "AGE-[A-Z]{6}-[A-Z0-9-]{40,120}" Digit;
    "minisign" "minisign secret key"
        "jedisct1.github.io/minisign"
        ["RWRTY0Iy"] "" "RWRTY0Iy[A-Za-z0-9+/]{60,220}[=]{0,2}" Shape;
    "wireguard" "WireGuard private and preshared keys"
        "www.wireguard.com/quickstart"
        ["PrivateKey = " "PresharedKey = "] "" "Pr[a-z]{5,7}Key = ([A-Za-z0-9+/]{43}=)" Shape;
    "tailscale" "Tailscale API, auth, OAuth client, SCIM and webhook keys"
        "tailscale.com/kb/1277/key-prefixes"
        ["tskey-"] "" "tskey-[a-z]{2,12}-[A-Za-z0-9]{6,40}[A-Za-z0-9-]{0,80}" Digit;
    "ngrok-named" "ngrok API key and auth token told with the name of the service"
        "ngrok.com/docs/agent/config"
        ["ngrok" "Ngrok" "NGROK"] "" "[Nn][Gg][Rr][Oo][Kk][A-Za-z _]{0,16}[:= \"']{1,4}([A-Za-z0-9]{25,30}_[A-Za-z0-9]{18,24})" Digit;
    "ngrok" "ngrok API key and auth token"
        "ngrok.com/docs/agent/config"
        ["authtoken "] "" "authtoken ([A-Za-z0-9]{20,40}_[A-Za-z0-9]{18,24})" Digit;
    "upcloud" "UpCloud API token"
        "upcloud.com/docs/guides/getting-started-upcloud-api"
        ["ucat_"] "" "ucat_[A-Za-z0-9]{20,64}" Digit;
    "exoscale" "Exoscale API key id"
        "community.exoscale.com/product/iam/how-to/api-keys"
        ["EXO"] "" "EXO[a-f0-9]{24,32}" Digit;
    "maxmind" "MaxMind licence key"
        "dev.maxmind.com/license-key-scanning-token-validation-api"
        ["_mmk"] "A-Za-z0-9_" "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk" Digit;
    "zuplo" "Zuplo API key"
        "zuplo.com/docs/articles/api-key-leak-detection"
        ["zpka_"] "" "zpka_[a-z0-9_]{24,80}" Digit;
    "ory" "Ory access, API and session tokens"
        "www.ory.sh/docs/concepts/personal-access-token"
        ["ory_at_" "ory_pat_" "ory_st_" "ory_rt_" "ory_wak_"] "" "ory_[a-z]{2,3}_[A-Za-z0-9_.-]{24,120}" Digit;
    "k3s" "K3s server and agent tokens"
        "docs.k3s.io/cli/token"
        ["::server:" "::node:"] "A-Za-z0-9" "K10[a-f0-9]{32,70}::[a-z]{4,6}:[A-Za-z0-9]{16,64}" Digit;
    "onepassword-recovery" "1Password recovery code"
        "support.1password.com/recovery-codes"
        ["1PRK-"] "" "1PRK-[A-Z0-9]{4}-[A-Z0-9-]{24,80}" Digit;
    "tailscale-control" "Tailscale keys of the earlier form"
        "tailscale.com/kb/1277/key-prefixes"
        ["tskey-k"] "" "tskey-k[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,40}" Digit;
    "thingsboard" "ThingsBoard device token in its addresses"
        "thingsboard.io/docs/reference/http-api"
        ["thingsboard.cloud/api/v1/"] "" "thingsboard\\.cloud/api/v1/([A-Za-z0-9]{20})/" Digit;
    "hash-cisco" "Password hash of Cisco, types 8 and 9"
        "www.cisco.com/c/en/us/td/docs/ios-xml/ios/security/d1/sec-d1-cr-book/sec-cr-e1.html"
        ["$8$" "$9$"] "" "\\$[89]\\$[A-Za-z0-9./]{14}\\$[A-Za-z0-9./]{43}" Shape;
    "hash-kerberos" "Kerberos answers that passwords can be guessed from"
        "hashcat.net/wiki/doku.php?id=example_hashes"
        ["$krb5asrep$" "$krb5tgs$" "$krb5pa$"] "" "\\$krb5[a-z]{2,5}\\$[0-9]{2}\\$[!-~]{40,4000}" Digit;
}
