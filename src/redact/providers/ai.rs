//! AI providers and what they are used with.

super::rules! { RULES:
    "openai" "OpenAI project, service account, admin and older user keys"
        "platform.openai.com/docs/api-reference/authentication"
        ["sk-proj-" "sk-svcacct-" "sk-admin-" "sk-None-"] "" "sk-[A-Za-z]{4,8}-[A-Za-z0-9_-]{20,300}" Digit;
    "anthropic" "Anthropic API, admin and OAuth keys"
        "docs.anthropic.com/api/admin-api/apikeys"
        ["sk-ant-"] "" "sk-ant-[a-z]{2,8}[0-9]{0,3}-[A-Za-z0-9_-]{20,300}" Digit;
    "sk-style" "The sk- keys of OpenAI, OpenRouter, DeepSeek, Moonshot, LiteLLM, Stability and others"
        "platform.openai.com/docs/api-reference/authentication"
        ["sk-" "rk-"] "" "[sr]k-[A-Za-z0-9_-]{16,300}" Random;
    "openai-session" "OpenAI session key"
        "platform.openai.com/docs/api-reference/authentication"
        ["sess-"] "" "sess-[A-Za-z0-9]{40}" Digit;
    "helicone" "Helicone API key"
        "docs.helicone.ai/helicone-headers/helicone-auth"
        ["sk-helicone-" "pk-helicone-"] "" "[sp]k-helicone-[a-z0-9-]{20,80}" Digit;
    "sk-named" "The sk- keys of You.com and Context7, with their name before it"
        "documentation.you.com/get-api-keys"
        ["ydc-sk-" "ctx7sk-"] "" "[ydctx7sk-]{7}[a-f0-9]{8,16}-[A-Za-z0-9-]{27,60}" Digit;
    "huggingface" "Hugging Face user and organisation tokens"
        "huggingface.co/docs/hub/security-tokens"
        ["hf_"] "" "hf_[A-Za-z0-9]{30,40}" Shape;
    "huggingface-organisation" "Hugging Face organisation API token"
        "huggingface.co/docs/hub/security-tokens"
        ["api_org_"] "" "api_org_[A-Za-z0-9]{30,40}" Shape;
    "groq" "Groq API key"
        "console.groq.com/docs/quickstart"
        ["gsk_"] "" "gsk_[A-Za-z0-9]{40,64}" Shape;
    "xai" "xAI API key"
        "docs.x.ai/docs/tutorial"
        ["xai-"] "" "xai-[A-Za-z0-9_-]{60,120}" Digit;
    "perplexity" "Perplexity API key"
        "docs.perplexity.ai/guides/getting-started"
        ["pplx-"] "" "pplx-[A-Za-z0-9]{40,64}" Digit;
    "replicate" "Replicate API token"
        "replicate.com/docs/topics/security/api-tokens"
        ["r8_"] "" "r8_[A-Za-z0-9]{36,42}" Digit;
    "nvidia" "NVIDIA NIM and NGC keys"
        "docs.nvidia.com/nim/large-language-models/latest/getting-started.html"
        ["nvapi-"] "" "nvapi-[A-Za-z0-9_-]{50,90}" Shape;
    "fireworks" "Fireworks AI API key"
        "docs.fireworks.ai/api-reference/introduction"
        ["fw_"] "" "fw_[A-Za-z0-9]{20,40}" Mixed;
    "together" "Together AI API key"
        "docs.together.ai/docs/quickstart"
        ["tgp_v1_"] "" "tgp_v1_[A-Za-z0-9_-]{40,64}" Shape;
    "cerebras" "Cerebras API key"
        "inference-docs.cerebras.ai/quickstart"
        ["csk-"] "" "csk-[a-z0-9]{40,64}" Digit;
    "voyage" "Voyage AI API key"
        "docs.voyageai.com/docs/api-key-and-installation"
        ["pa-"] "" "pa-[A-Za-z0-9_-]{40,50}" Mixed;
    "voyage-atlas" "Voyage AI key issued through MongoDB Atlas"
        "docs.voyageai.com/docs/api-key-and-installation"
        ["al-"] "" "al-[A-Za-z0-9_-]{43}" Mixed;
    "jina" "Jina AI key"
        "jina.ai/api-dashboard"
        ["jina_"] "" "jina_[A-Za-z0-9_-]{50,80}" Digit;
    "langsmith" "LangSmith personal and service keys"
        "docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key"
        ["lsv2_pt_" "lsv2_sk_" "ls__"] "" "ls[v2]{0,2}_[pstk]{0,2}_[A-Fa-f0-9_]{32,60}" Shape;
    "langfuse" "Langfuse secret key"
        "langfuse.com/docs/api"
        ["sk-lf-"] "" "sk-lf-[a-f0-9-]{36}" Shape;
    "tavily" "Tavily API key"
        "docs.tavily.com/documentation/quickstart"
        ["tvly-"] "" "tvly-[A-Za-z0-9-]{28,64}" Random;
    "firecrawl" "Firecrawl API key"
        "docs.firecrawl.dev/introduction"
        ["fc-"] "" "fc-[a-f0-9]{32}" Digit;
    "e2b" "E2B API key and access token"
        "e2b.dev/docs/api-key"
        ["e2b_" "sk_e2b_"] "" "[sk_]{0,3}e2b_[a-f0-9]{40}" Shape;
    "elevenlabs" "ElevenLabs API key"
        "elevenlabs.io/docs/api-reference/authentication"
        ["sk_"] "" "sk_[a-f0-9]{48}" Digit;
    "pinecone" "Pinecone API key"
        "docs.pinecone.io/guides/projects/manage-api-keys"
        ["pcsk_"] "" "pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,80}" Shape;
    "anyscale" "Anyscale Endpoints key"
        "docs.anyscale.com"
        ["esecret_"] "" "esecret_[A-Za-z0-9]{24,64}" Digit;
    "modal" "Modal token secret and id"
        "modal.com/docs/reference/modal.config"
        ["as-" "ak-"] "" "a[sk]-[A-Za-z0-9]{22}" Mixed;
    "runpod" "RunPod API key"
        "docs.runpod.io/get-started/api-keys"
        ["rpa_"] "" "rpa_[A-Z0-9a-z]{40,64}" Digit;
    "lambda-cloud" "Lambda Cloud API key"
        "docs.lambda.ai/public-cloud/cloud-api"
        ["secret_"] "" "secret_[A-Za-z0-9_-]{32,64}\\.[A-Za-z0-9]{32}" Digit;
    "composio" "Composio API key"
        "docs.composio.dev"
        ["uak_" "ak_"] "" "[u]{0,1}ak_[A-Za-z0-9_-]{20,48}" Mixed;
    "mem0" "Mem0 API key"
        "docs.mem0.ai/platform/quickstart"
        ["m0-"] "" "m0-[A-Za-z0-9]{38,44}" Mixed;
    "dify" "Dify application and knowledge keys"
        "docs.dify.ai/guides/application-publishing/developing-with-apis"
        ["app-" "dataset-"] "" "[a-z]{3,7}-[A-Za-z0-9]{24}" Mixed;
    "inngest" "Inngest signing and event keys"
        "www.inngest.com/docs/platform/signing-keys"
        ["signkey-"] "" "signkey-[a-z]{2,12}-[a-f0-9]{32,64}" Digit;
    "browserbase" "Browserbase API key"
        "docs.browserbase.com/introduction/getting-started"
        ["bb_live_" "bb_test_"] "" "bb_[a-z]{4}_[A-Za-z0-9_-]{20,40}" Shape;
    "apify" "Apify API token"
        "docs.apify.com/platform/integrations/api"
        ["apify_api_"] "" "apify_api_[A-Za-z0-9]{30,50}" Digit;
    "wandb" "Weights & Biases API key in its newer form"
        "docs.wandb.ai/models/quickstart"
        ["wandb_v1_"] "" "wandb_v1_[A-Za-z0-9_-]{60,100}" Shape;
    "v0" "v0 by Vercel API key"
        "v0.dev/docs/api/model"
        ["v1:"] "" "v1:[A-Za-z0-9]{24}:[A-Za-z0-9]{24}" Mixed;
    "cursor" "Cursor API key"
        "docs.cursor.com/account/teams/admin-api"
        ["key_" "crsr_"] "" "[kecrsy]{3,4}_[a-f0-9]{64}" Digit;
    "friendli" "Friendli personal token"
        "friendli.ai/docs/guides/personal_access_tokens"
        ["flp_"] "" "flp_[A-Za-z0-9]{36,64}" Digit;
    "databricks" "Databricks personal access token"
        "docs.databricks.com/dev-tools/auth/pat.html"
        ["dapi" "dkea"] "" "d[apike]{3}[a-f0-9]{32}[0-9-]{0,2}" Digit;
    "databricks-secret" "Databricks OAuth client secret"
        "docs.databricks.com/dev-tools/auth/oauth-m2m.html"
        ["dose"] "" "dose[a-f0-9]{32}" Digit;
    "llamacloud" "LlamaCloud API key"
        "docs.cloud.llamaindex.ai/llamaparse/getting_started/get_an_api_key"
        ["llx-"] "" "llx-[A-Za-z0-9]{40,64}" Digit;
    "mixedbread" "Mixedbread API key"
        "www.mixedbread.com/docs/api-keys"
        ["mxb_" "emb_"] "" "[em][xm]b_[A-Za-z0-9]{32,64}" Digit;
    "braintrust" "Braintrust service token"
        "www.braintrust.dev/docs/reference/api"
        ["bt-st-"] "" "bt-st-[A-Za-z0-9]{32,64}" Digit;
    "nomic" "Nomic Atlas API key"
        "docs.nomic.ai/atlas/introduction/quick-start"
        ["nk-"] "" "nk-[A-Za-z0-9_-]{40,64}" Mixed;
    "huggingface-oauth" "Hugging Face OAuth token"
        "huggingface.co/docs/hub/oauth"
        ["hf_oauth_"] "" "hf_oauth_[A-Za-z0-9_.-]{30,2000}" Digit;
    "devin" "Devin personal, service and service user keys"
        "docs.devin.ai/api-reference/authentication"
        ["apk_" "apk_user_"] "" "apk_[user_]{0,5}[A-Za-z0-9+/]{60,200}[=]{0,2}" Mixed;
    "devin-user" "Devin service user token"
        "docs.devin.ai/api-reference/authentication"
        ["cog_"] "" "cog_[a-z2-7]{52}" Digit;
    "brave-search" "Brave Search API key"
        "api-dashboard.search.brave.com/app/documentation/web-search/query"
        ["BSA"] "" "BSA[A-Za-z0-9_-]{24,40}" Full;
    "coze" "Coze personal access token"
        "www.coze.com/docs/developer_guides/pat"
        ["pat_"] "" "pat_[A-Za-z0-9]{64}" Mixed;
    "coderabbit" "CodeRabbit API key"
        "docs.coderabbit.ai/cli"
        ["cr-"] "" "cr-[a-f0-9]{58}" Digit;
    "retell" "Retell AI API key"
        "docs.retellai.com/api-references"
        ["key_"] "" "key_[a-f0-9]{28}" Digit;
    "runway" "Runway API secret"
        "docs.dev.runwayml.com/guides/setup"
        ["key_"] "" "key_[a-f0-9]{128}" Digit;
    "scale" "Scale AI live, test and callback keys"
        "docs.scale.com/reference/authentication"
        ["live_" "test_" "live_auth_" "test_auth_"] "" "[livetsauh_]{5,10}[a-f0-9]{32}" Digit;
    "labelbox" "Labelbox API keys"
        "docs.labelbox.com/reference/create-api-key"
        ["lbx_" "rma_"] "" "[lbxrma]{3}_[A-Za-z0-9_-]{43}" Full;
}
